// The drill-down: the sentences behind a number, with filters. Its whole state is in the address, so it can be linked to.
"use strict";
(() => {
  const { el, choice, state } = nerproof;
  const panel = document.getElementById("panel");
  const CLASSES = [["", "right and wrong"], ["correct", "correct"], ["wrong", "any error"], ["type", "wrong type"], ["boundary", "wrong boundary"], ["both", "wrong type and boundary"], ["missed", "missed"], ["spurious", "spurious"]];
  let back = "answer";
  let list;

  const plain = (query) => Object.fromEntries([...query.keys()].filter((key) => key !== "systems").map((key) => [key, query.get(key)]));

  const set = (query, changes) => state.go("sentences", { ...plain(query), ...changes }, { replace: true });

  const titleOf = (query) => {
    if (query.get("gold")) return ["gold ", nerproof.name(query.get("gold")), " → predicted ", nerproof.name(query.get("pred"))];
    if (query.get("a") && query.get("b")) return ["Where ", nerproof.name(query.get("a")), " is right and ", nerproof.name(query.get("b")), " is wrong"];
    const slice = query.get("slice") || "ALL";
    return [slice === "ALL" ? "All mentions" : nerproof.name(slice), query.get("label") && query.get("label") !== "ALL" ? [" · ", nerproof.name(query.get("label"))] : ""];
  };

  // What the papers' names of sets mean, as the sections say it.
  const meaningOf = (query) => {
    const slice = query.get("slice") || "ALL";
    const meaning = query.get("gold") || slice === "ALL" ? null : nerproof.sections.map((section) => nerproof.own(section.names, slice)).find(Boolean);
    return meaning ? el("p", { class: "panel-meaning" }, meaning) : null;
  };

  const slicesOf = (kept) => [["ALL", "any set"], ...[...kept.slices].sort((a, b) => a.localeCompare(b)).map((name) => [name, name])];

  const typesOf = (kept) => {
    const found = new Set(kept.items.flatMap((s) => s.gold.map((g) => g[2])));
    return [["ALL", "any type"], ...[...found].sort().map((name) => [name, name])];
  };

  const suiteFor = (facts, slice) => facts.rows.find((row) => row.slice === slice && row.system)?.suite || "";

  const filters = (query, kept, facts) => {
    const pair = query.get("a") && query.get("b");
    const search = el("input", { type: "search", value: query.get("q") || "", placeholder: "text", "aria-label": "Text in the sentence" });
    let wait;
    search.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(() => set(query, { q: search.value }), 200);
    });
    return el("div", { class: "filters" },
      query.get("gold") ? null : [
        choice("Set", slicesOf(kept), query.get("slice") || "ALL", (slice) => set(query, { slice, suite: suiteFor(facts, slice) })),
        choice("Type", typesOf(kept), query.get("label") || "ALL", (label) => set(query, { label })),
        choice("Outcome", CLASSES, query.get("is") || "", (is) => set(query, { is })),
      ],
      pair
        ? el("button", { type: "button", onclick: () => set(query, { a: query.get("b"), b: query.get("a") }) }, "Swap the two")
        : choice("System", facts.systems, query.get("system") || facts.systems[0], (system) => set(query, { system })),
      el("label", { class: "choice" }, el("span", {}, "Contains"), search));
  };

  const shownSystems = (query, facts) => {
    if (query.get("a") && query.get("b")) return [query.get("a"), query.get("b")];
    const first = query.get("system") || facts.systems[0];
    return query.get("all") ? [first, ...state.chosenSystems(facts).filter((name) => name !== first)] : [first];
  };

  const countLine = (found, kept) => {
    const units = found.reduce((sum, item) => sum + item.units.length, 0);
    const what = found.some((item) => item.units.some((unit) => unit.side === "token")) ? "tokens" : "mentions";
    const text = `${nerproof.write(units, "count")} ${what} in ${nerproof.write(found.length, "count")} of ${nerproof.write(kept.items.length, "count")} sentences`;
    const left = kept.left_out ? ` · ${nerproof.write(kept.left_out, "count")} further sentences were left out of this file (raise --examples)` : "";
    return el("p", { class: "found", id: "found" }, text + left);
  };

  const allSystems = (query, facts) => {
    if (facts.systems.length < 2 || query.get("a")) return null;
    const box = el("input", { type: "checkbox", onchange: (event) => set(query, { all: event.target.checked ? "1" : "" }) });
    box.checked = Boolean(query.get("all"));
    return el("label", { class: "check" }, box, "all systems");
  };

  // Replaces the address: the reader stays where the number is.
  const close = () => state.go(back, {}, { replace: true });

  const draw = (query, kept, facts) => {
    const full = new URLSearchParams(query);
    if (!full.get("system") && !full.get("a")) full.set("system", facts.systems[0]);
    const found = nerproof.matching(full, kept);
    const systems = shownSystems(full, facts);
    const first = full.get("b") || full.get("system");
    list?.watcher.disconnect();
    list = new nerproof.WindowedList((item) => nerproof.drawSentence(item, systems, first, kept.training));
    const kept_focus = document.activeElement?.type === "search" ? document.activeElement.selectionStart : null;
    panel.replaceChildren(
      el("div", { class: "panel-head" }, el("h2", { id: "panel-title" }, titleOf(full)), el("button", { type: "button", class: "close", onclick: close, "aria-label": "Close" }, "✕")),
      meaningOf(full),
      filters(full, kept, facts),
      el("div", { class: "panel-line" }, countLine(found, kept), nerproof.saveButtons(found, systems), allSystems(full, facts)),
      list.node);
    list.show(found);
    if (kept_focus !== null) {
      const search = panel.querySelector("input[type=search]");
      search.focus();
      search.setSelectionRange(kept_focus, kept_focus);
    }
  };

  const none = () =>
    panel.replaceChildren(
      el("div", { class: "panel-head" }, el("h2", { id: "panel-title" }, "No sentences in this file"), el("button", { type: "button", class: "close", onclick: close, "aria-label": "Close" }, "✕")),
      el("p", { class: "found" }, "This result was made without sentences: evaluate with --examples N, or with --html, which keeps up to 5,000."));

  panel.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  // A browser may close a dialog without asking: the address follows.
  panel.addEventListener("close", () => state.read().place === "sentences" && close());
  panel.addEventListener("click", (event) => event.target === panel && close());

  nerproof.panel = {
    show: async (query, facts, from) => {
      if (from !== "sentences") back = from;
      const kept = await nerproof.sentences();
      if (!panel.open) panel.showModal();
      if (kept?.items?.length) draw(query, kept, facts);
      else none();
    },
    hide: () => panel.open && panel.close(),
  };

  // Opens the sentences behind a row of the result.
  nerproof.openRow = (row) => {
    // The sentences of an attack stand in pairs, before and after, in its own section.
    if (row.suite === "rockner" && nerproof.section("attacks")) return state.go("attacks", { system: row.system, setting: row.slice });
    const named = row.metric.replace("difference:", "");
    const standardised = { recall_if_seen: "SEEN", recall_if_new: "UNSEEN-ANY", retention: "UNSEEN-ANY", gap: "UNSEEN-ANY" };
    const side = row.suite === "tmr" && row.slice === "ALL" && standardised[named];
    const part = row.slice === "ALL" && /_(clean|contaminated|unseen)(_exact)?$/.exec(named)?.[1];
    const slice = side || (part ? { clean: "clean", unseen: "clean", contaminated: "contaminated" }[part] : row.slice);
    const metric = side ? "recall" : named;
    state.go("sentences", { suite: row.suite, slice, label: row.label, system: row.system, metric, ...(row.other ? { a: row.system, b: row.other } : {}) });
  };
})();
