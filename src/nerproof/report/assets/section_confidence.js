// How sure is it: calibration and ranking by part, thresholds, and what errors cost.
"use strict";
nerproof.questions.push({
  id: "sureness", order: 44, title: "How sure is it?", finding: "confidence", figures: ["reliability"],
  lead: "Scores of predictions against how many of them are right, on seen and on new names; and what a threshold changes.",
});
nerproof.sections.push({
  id: "confidence",
  question: "sureness",
  order: 44,
  suites: ["confidence", "cost"],
  title: "Scores of predictions",
  lead: "Overconfidence is the mean score less the share of predictions that are right. The calibration error is the mean gap of the two over bins of equal size; it is above zero by chance alone, and its interval accounts for that.",
  main: ["mean_score", "share_right", "overconfidence", "ece", "brier", "auroc", "aurc"],
  build(facts, charts) {
    const rows = facts.of("confidence");
    const cost = nerproof.metricTable(facts, { suite: "cost", caption: "Cost of errors per 1,000 tokens" });
    if (!rows.length && !cost) return null;
    const parts = nerproof.distinct(rows.filter((row) => row.metric === "ece" && row.slice !== "ALL").map((row) => row.slice));
    return [
      nerproof.metricTable(facts, { suite: "confidence", metrics: this.main, caption: "All predictions" }),
      parts.map((slice) => nerproof.metricTable(facts, { suite: "confidence", slice, metrics: this.main, caption: this.names[slice] || slice })),
      nerproof.el("div", { class: "grid" }, charts.starting("reliability"), charts("risk-coverage"), charts.starting("curve-threshold")),
      nerproof.metricTable(facts, { suite: "confidence", metrics: ["threshold", "temperature", "scored_share"], caption: "Threshold, temperature, and predictions that have a score" }),
      nerproof.metricTable(facts, { suite: "confidence", slice: "at-threshold", caption: "With the predictions that reach the threshold" }),
      nerproof.metricTable(facts, { suite: "confidence", slice: "at-type-thresholds", caption: "With a threshold for each type" }),
      cost,
      nerproof.metricTable(facts, { suite: "cost", slice: "at-cheapest-threshold", caption: "Cost with the predictions that reach the cheapest threshold" }),
    ];
  },
  names: { SEEN: "Predictions of seen names", UNSEEN: "Predictions of new names", recalibrated: "After recalibration on dev by a temperature", "recalibrated-isotonic": "After recalibration on dev by isotonic regression" },
});
