// The review of an audit: sites in order, one key per decision, kept in this browser and exported as JSONL.
"use strict";
(() => {
  const { el, name } = nerproof;
  const CHOICES = [["accept", "a"], ["reject", "r"], ["unsure", "u"]];
  const STEP = 50;
  const RECENT = 20;
  let data, decisions, shown, current = 0;

  const textOf = async (id) => {
    const block = document.getElementById(`block-${id}`);
    const bytes = Uint8Array.from(atob(block.textContent), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };

  const key = () => `nerproof-audit-${data.about.gold}-${data.sites.length}`;

  const load = () => {
    try {
      return new Map(Object.entries(JSON.parse(localStorage.getItem(key()) || "{}")).map(([rank, choice]) => [Number(rank), choice]));
    } catch {
      return new Map();
    }
  };

  const keep = () => {
    try {
      localStorage.setItem(key(), JSON.stringify(Object.fromEntries(decisions)));
    } catch {
      nerproof.say("This browser does not keep decisions: export them before you close the page.");
    }
  };

  const mentions = (spans, others) =>
    spans.map(([start, end, type]) => ({ start, end, type, hit: !others.some((o) => o[0] === start && o[1] === end && o[2] === type) }));

  const lines = (site) => {
    const window = [Math.max(0, site.start - 25), Math.min(site.tokens.length, site.end + 25)];
    const tokens = site.tokens.slice(...window);
    const moved = (spans) => spans.map(([a, b, t]) => [a - window[0], b - window[0], t]);
    const gold = moved(site.gold), proposal = moved(site.proposal);
    const groups = new Map();
    for (const [system, spans] of Object.entries(site.votes)) {
      const said = JSON.stringify(spans);
      if (said === JSON.stringify(site.gold) || said === JSON.stringify(site.proposal)) continue;
      groups.set(said, [...(groups.get(said) || []), system]);
    }
    return [
      nerproof.drawLine("gold", tokens, mentions(gold, proposal)),
      nerproof.drawLine("proposal", tokens, mentions(proposal, gold)),
      [...groups].map(([said, systems]) => nerproof.drawLine(systems.join(", "), tokens, mentions(moved(JSON.parse(said)), gold))),
    ];
  };

  const draw = (site, i) =>
    el("article", { class: `site ${decisions.get(site.rank) || ""}${i === current ? " current" : ""}`, id: `site-${site.rank}`, tabindex: "-1", "aria-label": `site ${site.rank}` },
      el("div", { class: "site-head" },
        el("span", { class: "rank" }, `#${site.rank}`),
        el("span", { class: "chance" }, `${Math.round(100 * site.probability)} % likely wrong`),
        el("span", {}, site.kind), el("span", { class: "place" }, name(site.place))),
      el("p", { class: "site-why" }, name(site.why)),
      lines(site),
      el("div", { class: "site-choices", role: "group", "aria-label": `decision for site ${site.rank}` },
        CHOICES.map(([choice, letter]) =>
          el("button", { type: "button", "aria-pressed": String(decisions.get(site.rank) === choice), onclick: () => decide(i, choice) }, choice, " ", el("kbd", {}, letter)))));

  // Reading on no longer pays when of the last twenty decisions at most two were accepted, or past the expected stop.
  const advice = () => {
    const made = data.sites.filter((site) => decisions.has(site.rank));
    const last = made.slice(-RECENT);
    const accepted = last.filter((site) => decisions.get(site.rank) === "accept").length;
    if (made.length >= RECENT && accepted <= RECENT / 10) return `${accepted} of your last ${RECENT} decisions were accepted: you can stop.`;
    if (made.length && made.at(-1).rank >= data.about.stop) return "Past the expected stop: fewer than 1 in 10 of the rest are likely wrong.";
    return `expected stop: #${data.about.stop}`;
  };

  const count = () => {
    const of = (choice) => [...decisions.values()].filter((c) => c === choice).length;
    return `${decisions.size} of ${data.sites.length} decided: ${of("accept")} accepted, ${of("reject")} rejected, ${of("unsure")} unsure; ${advice()}`;
  };

  const exported = () =>
    data.sites.filter((site) => decisions.has(site.rank))
      .map((site) => JSON.stringify({ rank: site.rank, decision: decisions.get(site.rank), sentence: site.sentence, start: site.start, end: site.end })).join("\n") + "\n";

  const download = () => nerproof.save("decisions.jsonl", `data:application/jsonl;charset=utf-8,${encodeURIComponent(exported())}`);

  const list = el("div", {});
  const counter = el("span", { class: "count", id: "review-count" });
  const more = el("button", { type: "button", onclick: () => show(shown + STEP) }, "Show more");

  const redraw = (i) => {
    const node = document.getElementById(`site-${data.sites[i].rank}`);
    if (node) node.replaceWith(draw(data.sites[i], i));
    counter.textContent = count();
  };

  const show = (n) => {
    const first = shown || 0;
    shown = Math.min(n, data.sites.length);
    for (let i = first; i < shown; i++) {
      if (data.sites[i].rank === data.about.stop + 1) list.append(el("p", { class: "stop-line" }, "Expected stop: below this line fewer than 1 in 10 sites are likely wrong."));
      list.append(draw(data.sites[i], i));
    }
    more.hidden = shown >= data.sites.length;
  };

  const go = (i) => {
    const before = current;
    current = Math.max(0, Math.min(i, data.sites.length - 1));
    if (current >= shown) show(current + STEP);
    redraw(before);
    redraw(current);
    const node = document.getElementById(`site-${data.sites[current].rank}`);
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
  };

  const decide = (i, choice) => {
    if (choice) decisions.set(data.sites[i].rank, choice);
    else decisions.delete(data.sites[i].rank);
    keep();
    nerproof.say(`site ${data.sites[i].rank}: ${choice || "cleared"}`);
    if (choice && i + 1 < data.sites.length) {
      current = i;
      go(i + 1);
    } else {
      redraw(i);
    }
  };

  const keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const choice = CHOICES.find(([, letter]) => letter === event.key);
    if (choice) decide(current, choice[0]);
    else if (event.key === "z") decide(current, null);
    else if (event.key === "j" || event.key === "ArrowDown") go(current + 1);
    else if (event.key === "k" || event.key === "ArrowUp") go(current - 1);
    else return;
    event.preventDefault();
  };

  const start = async () => {
    data = JSON.parse(await textOf("audit"));
    const review = document.getElementById("review");
    if (!data.sites.length) {
      review.replaceChildren(el("p", { class: "notice" }, "No voter differs from gold anywhere."));
      return;
    }
    decisions = load();
    review.replaceChildren(el("div", { class: "review-bar" }, counter, el("button", { type: "button", id: "export", onclick: download }, "Export decisions")), list, more);
    show(STEP);
    counter.textContent = count();
    document.addEventListener("keydown", keys);
  };

  start().finally(() => (document.documentElement.dataset.ready = ""));
})();
