// Experiments: curves over whatever was turned, runs and splits, and suites this page does not know by name.
"use strict";
nerproof.sections.push({
  id: "experiments",
  title: "Experiments",
  lead: "Scores of trained runs, and curves over what the experiment varies.",
  known: new Set(["standard", "tmr", "hardeval", "contamination", "interpreteval", "rockner"]),
  without(value, key) {
    const { [key]: _, ...rest } = value;
    return rest;
  },
  build(facts, charts) {
    const suites = nerproof.distinct(facts.rows.map((row) => row.suite)).filter((suite) => !this.known.has(suite));
    const extras = ["experiment", "split"].filter((key) => facts.extras?.[key]);
    const curves = charts.starting("curve-", (id) => !id.startsWith("curve-coverage"));
    const given = charts.starting("given-");
    if (!suites.length && !extras.length && !curves.length && !given.length) return null;
    return [
      nerproof.el("div", { class: "grid" }, curves, given),
      charts("change-map"),
      suites.map((suite) => [nerproof.el("h3", {}, nerproof.name(suite)), nerproof.generic(facts, facts.of(suite), suite)]),
      extras.map((key) => nerproof.tree(this.without(facts.extras[key], "heat"), ["extras", key], key)),
    ];
  },
});
