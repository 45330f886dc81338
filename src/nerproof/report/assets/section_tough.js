// Tough mentions (TMR): recall on new and on ambiguous names, and retention.
"use strict";
nerproof.sections.push({
  id: "tough",
  question: "new-names",
  order: 10,
  suites: ["tmr"],
  title: "Tough mentions",
  lead: "The share of gold mentions that a system finds, by whether their entity is in the training set. Recall if seen and if new are standardised by type and length, so they may be compared; retention is their quotient.",
  names: {
    SEEN: "this name with this type is in training", "UNSEEN-TYPE": "the name is in training, but never with this type", "UNSEEN-TOKENS": "the name is no training mention at all",
    "UNSEEN-ANY": "UNSEEN-TYPE and UNSEEN-TOKENS together", "TCM-ALL": "the name has two or more types in the test data", "TCM-SEEN": "TCM-ALL without TCM-UNSEEN", "TCM-UNSEEN": "TCM-ALL and UNSEEN-TOKENS",
  },
  build(facts, charts) {
    if (!facts.rows.some((row) => row.suite === "tmr")) return null;
    const labels = ["ALL", ...nerproof.labelsOf(facts, "tmr")];
    const label = nerproof.state.option("label", "ALL");
    return [
      labels.length > 1 ? nerproof.choice("Type", labels, label, (value) => nerproof.state.go("tough", { label: value }, { replace: true })) : null,
      nerproof.metricTable(facts, { suite: "tmr", label, metrics: ["recall_if_seen", "recall_if_new", "retention", "gap", "retention_coverage"], caption: `Recall if every name were seen, and if every name were new, ${label === "ALL" ? "all types" : label}` }),
      nerproof.metricTable(facts, { suite: "tmr", slice: "TCM-ALL", label, metrics: ["recall_drop"], caption: "Recall lost on ambiguous names" }),
      nerproof.pivot(facts, { suite: "tmr", metric: "recall", label, caption: `Recall on each set, ${label === "ALL" ? "all types" : label}`, names: this.names }),
      nerproof.glossary(this.names, facts, "tmr"),
      nerproof.el("div", { class: "grid" }, charts("tough-rates"), charts("tough-composition")), charts("tough-types"),
    ];
  },
});

// The sets in plain words, only those that occur.
nerproof.glossary = (names, facts, suite) => {
  const { el } = nerproof;
  const known = nerproof.distinct(facts.rows.filter((row) => row.suite === suite).map((row) => row.slice)).filter((slice) => Object.hasOwn(names, slice));
  return el("details", { class: "meaning" }, el("summary", {}, "What are these sets?"), el("dl", {}, known.map((slice) => [el("dt", {}, slice), el("dd", {}, names[slice])])));
};
