// Contamination: entities that training and test share, and what a system owes to them.
"use strict";
nerproof.sections.push({
  id: "contamination",
  title: "Contamination",
  lead: "An entity (name and type) is contaminated when training holds it too. F1 clean keeps the precision and counts only new entities as found; ΔF1 is what is lost that way.",
  main: ["f1", "f1_clean", "delta_f1", "recall", "recall_clean", "recall_contaminated"],
  build(facts, charts) {
    const rows = facts.of("contamination");
    if (!rows.length) return null;
    const slices = nerproof.distinct(rows.filter((row) => row.system && !row.other).map((row) => row.slice));
    return [
      nerproof.metricTable(facts, { suite: "contamination", metrics: this.main, caption: "Scores with and without contaminated entities" }),
      nerproof.el("div", { class: "grid" }, charts.starting("contamination-circles"), charts("contamination-rates")),
      this.rates(facts, rows.filter((row) => !row.system)),
      this.further(facts, slices),
    ];
  },
  further(facts, slices) {
    const parts = slices.filter((slice) => slice !== "ALL").map((slice) => nerproof.metricTable(facts, { suite: "contamination", slice, caption: `Recall on the ${slice} part` }));
    const rest = nerproof.metricTable(facts, { suite: "contamination", without: this.main, upright: true, caption: "Other ways to count" });
    const { el } = nerproof;
    return rest || parts.some(Boolean) ? el("details", { class: "more" }, el("summary", {}, "Other ways to count"), parts, rest) : null;
  },
  rates(facts, rows) {
    if (!rows.length) return null;
    const metrics = nerproof.distinct(rows.map((row) => row.metric));
    const ways = nerproof.distinct(rows.map((row) => JSON.stringify([nerproof.who(row), row.slice]))).map((pair) => JSON.parse(pair));
    return nerproof.table({
      caption: "How much of one part another part already holds", corner: "Which, known from which", columns: metrics.map((name) => [nerproof.metricName(name), name]),
      rows: ways.map(([who, way]) => ({ name: `${who ? `${who}: ` : ""}${way.replace("|", ", known from ")}`, cells: metrics.map((metric) => nerproof.cell(facts, facts.at("contamination", who, way, "ALL", metric))) })),
    });
  },
});
