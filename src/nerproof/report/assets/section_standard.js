// Standard scores: overall and by entity type.
"use strict";
nerproof.sections.push({
  id: "standard",
  question: "by-type",
  order: 10,
  suites: ["standard"],
  title: "Standard scores",
  lead: "A mention counts as correct when its boundaries and its type are both right. Precision: how much of what the system marked is right. Recall: how much of what is there it found. F1 balances the two.",
  build(facts, charts) {
    const labels = nerproof.labelsOf(facts, "standard");
    const metrics = nerproof.distinct(facts.rows.filter((row) => row.suite === "standard" && row.label !== "ALL" && !row.other && !row.metric.startsWith("rank:")).map((row) => row.metric));
    const metric = nerproof.state.option("metric", metrics.includes("f1") ? "f1" : metrics[0]);
    return [
      nerproof.metricTable(facts, { suite: "standard", metrics: ["precision", "recall", "f1", "macro_f1", "weighted_f1"], caption: "Scores over all types" }),
      this.counts(facts),
      this.others(facts),
      labels.length ? [
        nerproof.choice("By type", metrics.map((name) => [name, nerproof.metricName(name)]), metric, (value) => nerproof.state.go("standard", { metric: value }, { replace: true })),
        this.byType(facts, labels, metric),
        charts("types"),
      ] : null,
    ];
  },
  // Other rules of matching: boundaries only, types only, partly right; other means over types.
  others(facts) {
    const { el } = nerproof;
    const table = nerproof.metricTable(facts, { suite: "standard", without: ["precision", "recall", "f1", "macro_f1", "weighted_f1"], upright: true, caption: "exact: the boundaries are right; type: the type is right and the spans overlap; partial: overlap counts half" });
    return table ? el("details", { class: "more" }, el("summary", {}, "Other ways to match"), table) : null;
  },
  // What was there, what was marked, and what of it is right.
  counts(facts) {
    const rows = nerproof.state.chosenSystems(facts).map((system) => [system, facts.at("standard", system, "ALL", "ALL", "f1")]).filter(([, at]) => typeof facts.rows[at]?.n_gold === "number");
    if (!rows.length) return null;
    const own = (at, key) => ({ sort: facts.rows[at][key], node: nerproof.number(facts.rows[at][key], "count", "rows", at, key) });
    const less = (at, key) => ({ sort: facts.rows[at][key] - facts.rows[at].n_correct, node: nerproof.el("span", { "data-derived": `/rows/${at}/${key} - /rows/${at}/n_correct`, "data-as": "count" }, nerproof.write(facts.rows[at][key] - facts.rows[at].n_correct, "count")) });
    return nerproof.table({
      caption: "Counts of mentions", corner: "System", columns: ["gold", "predicted", "correct", ["spurious", "false positives"], ["missed", "false negatives"]],
      rows: rows.map(([system, at]) => ({ name: system, cells: [own(at, "n_gold"), own(at, "n_pred"), own(at, "n_correct"), less(at, "n_pred"), less(at, "n_gold")] })),
    });
  },
  byType(facts, labels, metric) {
    const systems = nerproof.state.chosenSystems(facts);
    const rows = labels.map((label) => ({ name: label, cells: systems.map((system) => nerproof.cell(facts, facts.at("standard", system, "ALL", label, metric))) }));
    return nerproof.table({ caption: `${nerproof.metricName(metric)} by entity type`, corner: "Type", columns: systems, rows });
  },
});
