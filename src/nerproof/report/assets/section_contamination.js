// Overlap with train: seen and new entities, and what is lost when recall counts new entities only.
"use strict";
nerproof.sections.push({
  id: "contamination",
  question: "new-names",
  order: 20,
  suites: ["contamination", "overlap"],
  title: "Overlap with train",
  lead: "An entity (name and type) is seen when it is in the training set, else new. F1 clean keeps the precision and takes the recall on new entities only; ΔF1 is the F1 lost that way.",
  main: ["f1", "f1_clean", "delta_f1", "recall", "recall_clean", "recall_contaminated"],
  build(facts, charts) {
    const rows = facts.of("contamination");
    if (!rows.length) return null;
    const slices = nerproof.distinct(rows.filter((row) => row.system && !row.other).map((row) => row.slice));
    return [
      nerproof.metricTable(facts, { suite: "contamination", metrics: this.main, caption: "Scores on all and on new entities" }),
      nerproof.el("div", { class: "grid" }, charts.starting("contamination-entities"), charts("contamination-rates")),
      this.rates(facts, rows.filter((row) => !row.system)),
      this.overlap(facts),
      this.further(facts, slices),
    ];
  },
  further(facts, slices) {
    const parts = slices.filter((slice) => slice !== "ALL").map((slice) => nerproof.metricTable(facts, { suite: "contamination", slice, caption: `Recall on the ${slice} part` }));
    const rest = nerproof.metricTable(facts, { suite: "contamination", without: this.main, upright: true, caption: "Other ways to count" });
    const { el } = nerproof;
    return rest || parts.some(Boolean) ? el("details", { class: "more" }, el("summary", {}, "Other ways to count"), parts, rest) : null;
  },
  // Verbatim sentences, and the scores of a list of the training names.
  overlap(facts) {
    const rows = facts.of("overlap");
    if (!rows.length) return null;
    const metrics = nerproof.distinct(rows.map((row) => row.metric));
    const who = nerproof.distinct(rows.map((row) => nerproof.who(row)));
    return nerproof.table({
      caption: "Test sentences in train, and what a list of the training names would score", corner: "Test set", columns: metrics.map((name) => [nerproof.metricName(name), name]),
      rows: who.map((name) => ({ name: name || "test", cells: metrics.map((metric) => nerproof.cell(facts, facts.at("overlap", name, rows[0].slice, "ALL", metric))) })),
    });
  },
  // What of the test set is in train; the other directions are among all numbers.
  inShort(facts) {
    const rows = facts.of("contamination").filter((row) => !row.system && row.slice.startsWith("test|train") && ["mention_rate", "entity_rate", "partial_rate", "full_rate"].includes(row.metric));
    return this.rates(facts, rows, "Overlap of the test set with train (%)");
  },
  rates(facts, rows, caption = "Overlap of one part with another (%)") {
    if (!rows.length) return null;
    const metrics = nerproof.distinct(rows.map((row) => row.metric));
    const named = (metric) => nerproof.metricName(metric).replace("samples", `${rows[0].unit || "sentence"}s`);
    const ways = nerproof.distinct(rows.map((row) => JSON.stringify([nerproof.who(row), row.slice]))).map((pair) => JSON.parse(pair));
    return nerproof.table({
      caption, corner: "Part", columns: metrics.map((name) => [named(name), name]),
      rows: ways.map(([who, way]) => ({ name: `${who ? `${who}: ` : ""}${way.replace("|", " in ")}`, cells: metrics.map((metric) => nerproof.cell(facts, facts.at("contamination", who, way, "ALL", metric))) })),
    });
  },
});
