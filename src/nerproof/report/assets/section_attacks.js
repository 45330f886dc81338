// Attacks (RockNER): scores on the original and the attacked test set, when the result has them.
"use strict";
nerproof.sections.push({
  id: "attacks",
  question: "other-names",
  order: 10,
  suites: ["rockner"],
  title: "Attacks",
  lead: "The same test set with its entities, its context words or both replaced by others. A drop beyond the control is what the system cannot recognise.",
  settings: {
    none: "the test set as it is", E: "every name replaced by a new one of its kind", "E hard": "the same with names that another model misses when they stand alone", C: "context words replaced by others that fit",
    "E+C": "both: entities and context words replaced", full: "both: entities and context words replaced",
    natural: "natural new names: real mentions that train lacks, put in by the same program", swap: "the control: names replaced by others that are seen in training; the sentences are as odd, the names are seen", "naturally-unseen": "the unseen mentions of the original test set",
  },
  build(facts, charts) {
    const rows = facts.of("rockner");
    if (!rows.length) return null;
    return [
      this.glossary(rows),
      nerproof.el("div", { class: "grid" }, charts("attack-scores"), charts("attack-drops"), charts.starting("curve-coverage-f1")),
      nerproof.attacked(facts, rows) || nerproof.generic(facts, rows, "rockner"),
    ];
  },
  glossary(rows) {
    const { el } = nerproof;
    const known = Object.keys(this.settings).filter((name) => rows.some((row) => row.slice === name && ["f1", "recall"].includes(row.metric)));
    return known.length ? el("details", { class: "meaning", open: true }, el("summary", {}, "What are these settings?"), el("dl", {}, known.map((name) => [el("dt", {}, name), el("dd", {}, this.settings[name])]))) : null;
  },
});

// One table per metric: systems down, slices across; for suites this page has no special picture of.
nerproof.generic = (facts, rows, suite) => {
  const own = rows.filter((row) => row.label === "ALL" && !row.other && !row.metric.startsWith("rank:"));
  return nerproof.distinct(own.map((row) => row.metric)).map((metric) => nerproof.genericTable(facts, own.filter((row) => row.metric === metric), suite, metric));
};

nerproof.genericTable = (facts, own, suite, metric) => {
  const slices = nerproof.distinct(own.map((row) => row.slice));
  const chosen = nerproof.state.chosenSystems(facts);
  const systems = nerproof.distinct(own.map(nerproof.who)).filter((name) => !facts.systems.includes(name) || chosen.includes(name));
  const lines = systems.map((system) => ({ name: system || "data", cells: slices.map((slice) => nerproof.cell(facts, facts.at(suite, system, slice, "ALL", metric))) }));
  return nerproof.table({ caption: nerproof.metricName(metric), corner: "System", columns: slices, rows: lines });
};
