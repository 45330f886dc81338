// Contamination: entities that training and test share, and what a system owes to them.
"use strict";
nerproof.sections.push({
  id: "contamination",
  title: "Contamination",
  lead: "An entity (name and type) is contaminated when training holds it too. F1 clean keeps the precision and counts only new entities as found; ΔF1 is what is lost that way.",
  build(facts, charts) {
    const rows = facts.of("contamination");
    if (!rows.length) return null;
    const slices = nerproof.distinct(rows.filter((row) => row.system && !row.other).map((row) => row.slice));
    return [
      charts("contamination-circles"),
      slices.map((slice) => nerproof.metricTable(facts, { suite: "contamination", slice, caption: slice === "ALL" ? "Scores with and without contaminated entities" : `Scores on the ${slice} part` })),
      this.rates(facts, rows.filter((row) => !row.system)),
      charts("contamination-rates"),
    ];
  },
  rates(facts, rows) {
    if (!rows.length) return null;
    const metrics = nerproof.distinct(rows.map((row) => row.metric));
    const ways = nerproof.distinct(rows.map((row) => row.slice));
    return nerproof.table({
      caption: "Share of the first split that the second already holds", corner: "Direction", columns: metrics,
      rows: ways.map((way) => ({ name: way, cells: metrics.map((metric) => nerproof.cell(facts, facts.at("contamination", "", way, "ALL", metric))) })),
    });
  },
});
