// Scores of suites that have no section of their own: those of plug-ins.
"use strict";
nerproof.sections.push({
  id: "others",
  order: 80,
  title: "Other scores",
  lead: "Suites that this page has no figure for.",
  build(facts) {
    const known = new Set(nerproof.sections.flatMap((section) => section.suites || []));
    const suites = nerproof.distinct(facts.rows.map((row) => row.suite)).filter((suite) => !known.has(suite));
    const tables = suites.map((suite) => [nerproof.el("h3", {}, nerproof.name(suite)), nerproof.generic(facts, facts.of(suite), suite)]);
    return suites.length ? [nerproof.fold("others-numbers", suites.join(", "), tables)] : null;
  },
});
