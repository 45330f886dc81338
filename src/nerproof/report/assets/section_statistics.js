// The data itself: how much there is of what.
"use strict";
nerproof.sections.push({
  id: "statistics",
  question: "fair-test",
  order: 90,
  suites: ["statistics"],
  title: "Data statistics",
  lead: "What the scores rest on.",
  build(facts) {
    const found = facts.extras?.statistics;
    const shares = facts.rows.filter((row) => row.suite === "statistics");
    if (!found && !shares.length) return null;
    return [found ? nerproof.tree(found, ["extras", "statistics"], "") : null];
  },
});
