// Attacks (RockNER): scores on the original and the attacked test set, when the result has them.
"use strict";
nerproof.sections.push({
  id: "attacks",
  title: "Attacks",
  lead: "The same test set with its entities, its context words or both replaced by others. A drop beyond the controls is what the system cannot recognise.",
  build(facts, charts) {
    const rows = facts.of("rockner");
    if (!rows.length) return null;
    return [nerproof.attacked(facts, rows) || nerproof.generic(facts, rows, "rockner"), nerproof.el("div", { class: "grid" }, charts.starting("curve-coverage"))];
  },
});

// One table per metric: systems down, slices across; for suites this page has no special picture of.
nerproof.generic = (facts, rows, suite) => {
  const MAIN = ["f1", "drop_f1", "drop_relative_f1", "drop_beyond_control", "f1_clean", "f1_contaminated", "delta_f1", "delta_recall", "recall_clean", "gain:f1", "precision", "recall"];
  const own = rows.filter((row) => row.label === "ALL" && !row.other && !row.metric.startsWith("rank:"));
  const metrics = nerproof.distinct(own.map((row) => row.metric));
  const table = (metric) => nerproof.genericTable(facts, own.filter((row) => row.metric === metric), suite, metric);
  const rest = metrics.filter((metric) => !MAIN.includes(metric)).map(table);
  const { el } = nerproof;
  return [
    MAIN.filter((metric) => metrics.includes(metric)).map(table),
    rest.length ? el("details", { class: "more" }, el("summary", {}, `Further scores (${rest.length})`), rest) : null,
  ];
};

nerproof.genericTable = (facts, own, suite, metric) => {
  const slices = nerproof.distinct(own.map((row) => row.slice));
  const chosen = nerproof.state.chosenSystems(facts);
  const systems = nerproof.distinct(own.map(nerproof.who)).filter((name) => !facts.systems.includes(name) || chosen.includes(name));
  const lines = systems.map((system) => ({ name: system || "data", cells: slices.map((slice) => nerproof.cell(facts, facts.at(suite, system, slice, "ALL", metric))) }));
  return nerproof.table({ caption: nerproof.metricName(metric), corner: "System", columns: slices, rows: lines });
};
