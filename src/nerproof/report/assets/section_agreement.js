// Agreement of annotators: every pair, by type, and all of them together.
"use strict";
nerproof.sections.push({
  id: "agreement",
  order: 10,
  suites: ["agreement"],
  title: "Agreement",
  lead: "F1 counts the mentions that two annotators share, whichever of them is called right. κ and α take off what chance alone would give: 1 is full agreement, 0 is no better than chance. “Marked” looks only at tokens that somebody marked; over all tokens, most of which nobody marks, everybody agrees.",
  build(facts) {
    const rows = facts.of("agreement");
    if (!rows.length) return null;
    const pairs = nerproof.state.chosenSystems(facts);
    return [this.everyone(facts, rows), this.pairs(facts, pairs), this.types(facts, rows, pairs)];
  },
  pairs(facts, pairs) {
    const columns = [["F1", "f1"], ["F1 of spans", "unlabeled_f1"], ["κ", "kappa"], ["κ marked", "kappa_marked"]];
    const at = (pair, metric) => facts.at("agreement", pair, "ALL", "ALL", metric);
    const count = (pair, key) => {
      const where = at(pair, "f1");
      return { sort: facts.rows[where]?.[key], node: nerproof.number(facts.rows[where]?.[key] ?? null, "count", "rows", where, key) };
    };
    const counts = [["mentions of the first", "n_first"], ["of the second", "n_second"], ["of both", "n_both"]];
    return nerproof.table({
      caption: "Every pair of annotators", corner: "Pair", columns: [...columns, ...counts],
      rows: pairs.map((pair) => ({ name: pair, cells: [...columns.map(([, metric]) => nerproof.cell(facts, at(pair, metric))), ...counts.map(([, key]) => count(pair, key))] })),
    });
  },
  types(facts, rows, pairs) {
    const labels = nerproof.distinct(rows.filter((row) => row.label !== "ALL").map((row) => row.label));
    return labels.length ? nerproof.table({ caption: "F1 by type", corner: "Type", columns: pairs, rows: labels.map((label) => ({ name: label, cells: pairs.map((pair) => nerproof.cell(facts, facts.at("agreement", pair, "ALL", label, "f1"))) })) }) : null;
  },
  everyone(facts, rows) {
    const names = { alpha: "Krippendorff's α, all tokens", alpha_marked: "Krippendorff's α, tokens that somebody marked" };
    const own = rows.filter((row) => row.slice === "all annotators" && Object.hasOwn(names, row.metric));
    return own.length ? nerproof.table({ caption: "All annotators together", corner: "Coefficient", columns: ["value"], rows: own.map((row) => ({ name: names[row.metric], cells: [nerproof.cell(facts, row.at)] })) }) : null;
  },
});
