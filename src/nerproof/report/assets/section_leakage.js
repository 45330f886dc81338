// What must not leak: what stays readable, by slice and by type; over-redaction; recall by groups of names.
"use strict";
nerproof.questions.push({
  id: "leaks", order: 46, title: "What must not leak", finding: "leakage", figures: [],
  lead: "What stays readable when everything that is predicted is hidden, whatever its type.",
});
nerproof.sections.push({
  id: "leakage",
  question: "leaks",
  order: 46,
  suites: ["leakage", "fairness"],
  title: "Leaks and groups of names",
  lead: "A mention leaks unless predictions of any type cover all its tokens. An entity of a document is safe when none of its mentions leaks.",
  main: ["any_hit", "whole_recall", "entity_recall", "safe_documents", "leaked_characters"],
  build(facts) {
    const rows = facts.of("leakage");
    const groups = facts.of("fairness");
    if (!rows.length && !groups.length) return null;
    const slices = nerproof.distinct(rows.map((row) => row.slice));
    return [
      slices.map((slice) => nerproof.metricTable(facts, { suite: "leakage", slice, metrics: this.main, caption: this.names[slice] || slice })),
      nerproof.labelsOf(facts, "leakage").map((label) => nerproof.metricTable(facts, { suite: "leakage", label, metrics: this.main, caption: label })),
      nerproof.metricTable(facts, { suite: "leakage", metrics: ["over_redaction", "text_lost"], caption: "Over-redaction" }),
      groups.length ? nerproof.pivot(facts, { suite: "fairness", metric: "recall", caption: "Recall by groups of names", best: false }) : null,
      groups.length ? nerproof.el("p", { class: "lead" }, "Groups of names differ in more than the group: a difference asks for a closer look and proves no cause.") : null,
    ];
  },
  names: { ALL: "All mentions", direct: "Direct identifiers", indirect: "Indirect identifiers", SEEN: "Seen names", UNSEEN: "New names" },
});
