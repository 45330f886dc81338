// Standard scores: overall and by entity type.
"use strict";
nerproof.sections.push({
  id: "standard",
  title: "Standard scores",
  lead: "A mention counts as correct when its boundaries and its type are both right. Precision: how much of what the system marked is right. Recall: how much of what is there it found. F1 balances the two.",
  build(facts, charts) {
    const labels = nerproof.labelsOf(facts, "standard");
    const metrics = nerproof.distinct(facts.rows.filter((row) => row.suite === "standard" && row.label !== "ALL" && !row.other).map((row) => row.metric));
    const metric = nerproof.state.option("metric", metrics.includes("f1") ? "f1" : metrics[0]);
    return [
      nerproof.metricTable(facts, { suite: "standard", caption: "Scores over all types" }),
      charts("memory"),
      labels.length ? [
        nerproof.choice("By type", metrics, metric, (value) => nerproof.state.go("standard", { metric: value }, { replace: true })),
        this.byType(facts, labels, metric),
        charts("types"),
      ] : null,
    ];
  },
  byType(facts, labels, metric) {
    const systems = nerproof.state.chosenSystems(facts);
    const rows = labels.map((label) => ({ name: label, cells: systems.map((system) => nerproof.cell(facts, facts.at("standard", system, "ALL", label, metric))) }));
    return nerproof.table({ caption: `${metric} by entity type`, corner: "Type", columns: systems, rows });
  },
});
