// Puts the page together: tools, sections, and what the address asks for.
"use strict";
(() => {
  const { el, state } = nerproof;
  let facts;
  let drawn;
  let last = "answer";
  let built = "";

  const themeButton = () => {
    const next = { auto: "dark", dark: "light", light: "auto" };
    const words = { auto: "Theme: as the system", dark: "Theme: dark", light: "Theme: light" };
    const button = el("button", { type: "button", id: "theme" });
    const label = () => {
      const theme = document.documentElement.dataset.theme;
      button.textContent = { auto: "◐", dark: "●", light: "○" }[theme];
      button.setAttribute("aria-label", words[theme]);
      button.title = words[theme];
    };
    button.addEventListener("click", () => {
      state.setTheme(next[document.documentElement.dataset.theme]);
      label();
    });
    label();
    return button;
  };

  const systemChooser = () => {
    if (facts.systems.length < 2) return null;
    const chosen = new Set(state.chosenSystems(facts));
    const pick = () => {
      const systems = [...box.querySelectorAll("input:checked")].map((input) => input.value);
      state.go(state.read().place, { systems: systems.length === facts.systems.length ? [] : systems }, { replace: true });
    };
    const box = el("div", { class: "chooser" },
      facts.systems.map((system, i) => {
        const input = el("input", { type: "checkbox", value: system, onchange: pick });
        input.checked = chosen.has(system);
        return el("label", {}, input, el("span", { class: "dot", style: `background:${facts.colours[i % facts.colours.length]}` }), nerproof.name(system));
      }));
    return el("details", { class: "systems", id: "systems" }, el("summary", {}, "Systems"), box);
  };

  const allSentences = () => !facts.has_sentences ? null : el("button", { type: "button", onclick: () => state.go("sentences", { system: state.chosenSystems(facts)[0] }) }, "Sentences");

  const chartOf = (id, pick) => {
    const chart = drawn.find((one) => one.id === id);
    return chart ? nerproof.chart(chart, facts, pick) : null;
  };
  chartOf.starting = (start, keep = () => true) => drawn.filter((one) => one.id.startsWith(start) && keep(one.id)).map((one) => nerproof.chart(one, facts));

  const framed = (level, { id, title }, nodes) =>
    el("section", { id, "aria-labelledby": `${id}-title`, tabindex: "-1" }, el(level, { id: `${id}-title` }, el("a", { href: `#${id}`, class: "anchor" }, title)), nodes);

  // A section by itself, or folded under its question.
  const build = (section, charts = chartOf) => {
    const nodes = section.build(facts, charts)?.flat(Infinity).filter(Boolean);
    if (!nodes?.length) return null;
    return framed(asked(section) ? "h3" : "h2", section, [el("p", { class: "lead" }, section.lead), nodes]);
  };

  const ask = (question) => {
    const nodes = nerproof.ask(question, facts, chartOf, build)?.flat(Infinity).filter(Boolean);
    return nodes?.length ? framed("h2", question, nodes) : null;
  };

  // Pages of systems are ordered by questions; those of splits, experiments and annotators by their own sections.
  const asked = (section) => facts.systems.length > 0 && !facts.rows.some((row) => row.suite === "agreement") && nerproof.questionOf(section.id);

  const whole = () => {
    const own = nerproof.sections.filter((section) => !asked(section));
    const questions = nerproof.questions.filter((question) => nerproof.partsOf(question).some(asked));
    return [...questions.map(ask), ...own.map((section) => build(section))].filter(Boolean);
  };

  const top = (place) => {
    const section = nerproof.section(place);
    const question = nerproof.questions.find((one) => one.id === place) || (section && asked(section));
    return question ? [question.id, () => ask(question)] : section ? [place, () => build(section)] : [null, null];
  };

  // Rebuilds one section, or all when the systems changed; what the reader looks at keeps its place.
  const rebuild = (place) => {
    const systems = state.chosenSystems(facts).join("\u0000");
    const open = [...document.querySelectorAll("details.numbers[open]")].map((box) => box.id);
    const reopen = () => open.forEach((box) => document.getElementById(box)?.setAttribute("open", ""));
    const [id, make] = top(place);
    const old = id && document.getElementById(id);
    if (systems === built && old) {
      const node = make();
      const focus = [...old.querySelectorAll("select, button")].indexOf(document.activeElement);
      if (node) old.replaceWith(node);
      reopen();
      unfold(place);
      if (focus >= 0) node?.querySelectorAll("select, button")[focus]?.focus({ preventScroll: true });
    } else if (systems !== built) {
      built = systems;
      document.getElementById("sections").replaceChildren(...whole());
      const chosen = state.chosenSystems(facts);
      for (const row of document.querySelectorAll("#verdicts tr[data-system]")) row.hidden = !chosen.includes(row.dataset.system);
    }
    reopen();
  };

  // What a link points at is unfolded.
  const unfold = (place) => {
    for (let box = document.getElementById(place)?.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  };

  const contents = () =>
    document.getElementById("contents").replaceChildren(el("ul", {}, [["answer", "The answer"], ...[...document.querySelectorAll("#sections > section")].map((s) => [s.id, s.querySelector("h2").textContent])].map(([id, title]) =>
      el("li", {}, el("a", { href: `#${id}` }, title)))));

  // Paper has no folds.
  const unfoldAll = () => document.querySelectorAll("details.numbers, details.more").forEach((box) => (box.open = true));

  const follow = () => {
    const spy = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const link = document.querySelector(`.contents a[href="#${entry.target.id}"]`);
        if (link) entry.isIntersecting ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
      }
    }, { rootMargin: "-20% 0px -60% 0px" });
    document.querySelectorAll("#answer, #sections > section").forEach((section) => spy.observe(section));
  };

  const route = async (event) => {
    const { place, query } = state.read();
    if (place === "sentences") {
      rebuild("");
      await nerproof.panel.show(query, facts, last);
      return;
    }
    nerproof.panel.hide();
    const came = last;
    last = place;
    rebuild(query.size || came === place ? place : "");
    unfold(place);
    if (event?.isTrusted !== false || came !== place) document.getElementById(place)?.scrollIntoView({ block: "start", behavior: event ? "auto" : "instant" });
  };

  // The static first screen's numbers open their sentences too.
  const openable = () => {
    for (const holder of document.querySelectorAll("[data-open]")) {
      const row = facts.rows[Number(holder.dataset.open)];
      const button = el("button", { type: "button", class: "open", onclick: () => nerproof.openRow(row) });
      button.append(...holder.childNodes);
      holder.append(button);
    }
  };

  // Links within the page keep the chosen systems.
  const keepSystems = (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    const place = link.getAttribute("href").slice(1);
    state.go(place);
    unfold(place);
    document.getElementById(place)?.scrollIntoView({ block: "start" });
    document.getElementById(place)?.focus({ preventScroll: true });
  };

  const start = async () => {
    [facts, drawn] = await Promise.all([nerproof.result(), nerproof.charts()]);
    document.getElementById("tools").append(...[systemChooser(), allSentences(), themeButton()].filter(Boolean));
    openable();
    document.getElementById("answer-figure")?.replaceChildren(...[chartOf("memory")].filter(Boolean));
    await nerproof.failing(facts);
    rebuild("");
    contents();
    follow();
    addEventListener("hashchange", route);
    addEventListener("click", keepSystems);
    addEventListener("beforeprint", () => { unfoldAll(); nerproof.drawAll(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("nerproof-theme")));
    if (location.hash) await route();
    if (state.option("print")) {
      unfoldAll();
      await nerproof.drawAll();
    }
    document.documentElement.dataset.ready = "";
    setTimeout(nerproof.drawQuietly, 200);
  };
  start();
})();
