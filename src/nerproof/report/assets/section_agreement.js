// Agreement of annotators: every pair, by type, and all of them together.
"use strict";
nerproof.sections.push({
  id: "agreement",
  order: 10,
  suites: ["agreement"],
  title: "How far do the annotators agree?",
  lead: "F1 counts the mentions that two annotators share, whichever of them is called right. κ and α take off what chance alone would give: 1 is full agreement, 0 is no better than chance. “Marked” looks only at tokens that somebody marked; over all tokens, most of which nobody marks, everybody agrees.",
  build(facts) {
    const rows = facts.of("agreement");
    if (!rows.length) return null;
    const pairs = nerproof.state.chosenSystems(facts);
    return [this.pairs(facts, pairs), this.kinds(facts, pairs), nerproof.fold("agreement-numbers", "all annotators together, by type", [this.everyone(facts, rows), this.types(facts, rows, pairs)])];
  },
  // Of the first annotator's mentions, what the second made of them; and what only the second has.
  kinds(facts, pairs) {
    const columns = { type: "another type", boundary: "another boundary", both: "another type and boundary", missed: "only the first", spurious: "only the second" };
    const known = new Set(["boundary", "both", "missed"]);
    const sums = (pair) => {
      const found = Object.fromEntries(Object.keys(columns).map((kind) => [kind, 0]));
      for (const [gold, row] of Object.entries(nerproof.own(facts.extras?.confusion, pair) || {})) {
        for (const [pred, n] of Object.entries(row)) if (pred !== gold) found[gold === "spurious" ? "spurious" : known.has(pred) ? pred : "type"] += n;
      }
      return found;
    };
    const opened = (pair, kind, number) => nerproof.el("button", { type: "button", class: "open", onclick: () => nerproof.state.go("sentences", { suite: "agreement", system: pair, metric: kind === "spurious" ? "precision" : "recall", is: kind }) }, number);
    const cell = (n, pair, kind) => {
      const number = nerproof.el("span", { "data-derived": true }, nerproof.write(n, "count"));
      return { sort: n, node: nerproof.shows(pair) ? opened(pair, kind, number) : number };
    };
    const rows = pairs.filter((pair) => nerproof.own(facts.extras?.confusion, pair)).map((pair) => ({ name: pair, cells: Object.entries(sums(pair)).map(([kind, n]) => cell(n, pair, kind)) }));
    return rows.length ? nerproof.table({ caption: "Disagreements by kind (mentions)", corner: "Pair", columns: Object.values(columns), rows }) : null;
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
