// Three sentences that the best system gets wrong, on the first screen: new names first, short ones first.
"use strict";
(() => {
  const { el } = nerproof;
  const MOST = 3;
  const LONGEST = 40; // tokens

  nerproof.failing = async (facts) => {
    const holder = document.getElementById("failing");
    const system = facts.systems[0];
    if (!facts.has_sentences || !system) return;
    const kept = (nerproof.kept = await nerproof.sentences());
    if (!holder || !kept?.items?.length) return;
    const slice = kept.slices.includes("UNSEEN-ANY") ? "UNSEEN-ANY" : "ALL";
    const query = { suite: slice === "ALL" ? "standard" : "tmr", slice, system, metric: "recall", is: "wrong" };
    const found = nerproof.matching(new URLSearchParams(query), kept);
    const short = [...found].sort((a, b) => (a.sentence.tokens.length > LONGEST) - (b.sentence.tokens.length > LONGEST)).slice(0, MOST);
    if (!short.length) return;
    const all = el("button", { type: "button", class: "open sentences", onclick: () => nerproof.state.go("sentences", query) }, found.length === 1 ? "open" : `all ${nerproof.write(found.length, "count")} sentences`);
    holder.append(el("h2", { class: "minor" }, slice === "ALL" ? "What " : "New names that ", nerproof.name(system), " gets wrong ", all),
      el("div", { class: "trio" }, short.map((item) => nerproof.drawSentence(item, [system], system, kept.training))));
  };
})();
