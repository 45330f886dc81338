// How it was made: signature, digests, what was skipped and why, what was repaired.
"use strict";
nerproof.sections.push({
  id: "made",
  order: 90,
  title: "How it was made",
  lead: "Everything that can move a number. The same command on the same files gives the same numbers.",
  build(facts) {
    const { el } = nerproof;
    const notes = facts.notes || [];
    return [
      this.notes(notes),
      nerproof.fold("made-numbers", "the signature: versions, digests, settings", [el("h3", {}, "Signature"), this.list(facts.signature || {}, ["signature"])]),
    ];
  },
  // The first ones unfolded.
  notes(notes) {
    const { el } = nerproof;
    const list = (part) => el("ul", { class: "notes" }, part.map((note) => el("li", {}, nerproof.name(typeof note === "string" ? note : JSON.stringify(note)))));
    if (!notes.length) return null;
    return [list(notes.slice(0, 3)), notes.length > 3 ? el("details", { class: "more" }, el("summary", {}, `${notes.length - 3} more notes`), list(notes.slice(3))) : null];
  },
  list(value, path) {
    const { el, name } = nerproof;
    return el("dl", { class: "facts signature" }, Object.entries(value).filter(([, v]) => !(v !== null && typeof v === "object" && !Object.keys(v).length)).map(([key, v]) => [
      el("dt", {}, name(key)),
      el("dd", {}, v !== null && typeof v === "object" && !Array.isArray(v) ? this.list(v, [...path, key]) : el("code", {}, name(Array.isArray(v) ? v.map(String).join(", ") : String(v ?? "–")))),
    ]));
  },
});
