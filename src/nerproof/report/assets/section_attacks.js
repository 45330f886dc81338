// Attacks (RockNER): scores on the original and the attacked test set, when the result has them.
"use strict";
nerproof.sections.push({
  id: "attacks",
  title: "Attacks",
  lead: "The same test set with its entities, its context words or both replaced by others. A drop beyond the controls is what the system cannot recognise.",
  build(facts, charts) {
    const rows = facts.of("rockner");
    if (!rows.length) return null;
    return [nerproof.attacked(facts, rows) || nerproof.generic(facts, rows, "rockner"), charts.starting("curve-coverage-f1")];
  },
});

// One table per metric: systems down, slices across; for suites this page has no special picture of.
nerproof.generic = (facts, rows, suite) =>
  nerproof.distinct(rows.filter((row) => row.label === "ALL" && !row.other && !row.metric.startsWith("rank:")).map((row) => row.metric)).map((metric) => {
    const own = rows.filter((row) => row.metric === metric && row.label === "ALL" && !row.other && !row.metric.startsWith("rank:"));
    const slices = nerproof.distinct(own.map((row) => row.slice));
    const chosen = nerproof.state.chosenSystems(facts);
    const systems = nerproof.distinct(own.map(nerproof.who)).filter((name) => !facts.systems.includes(name) || chosen.includes(name));
    const lines = systems.map((system) => ({ name: system || "data", cells: slices.map((slice) => nerproof.cell(facts, facts.at(suite, system, slice, "ALL", metric))) }));
    return nerproof.table({ caption: nerproof.metricName(metric), corner: "System", columns: slices, rows: lines });
  });
