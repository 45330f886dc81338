// Attributes and buckets (InterpretEval): where a system is weak, by length, frequency, density and consistency.
"use strict";
nerproof.sections.push({
  id: "attributes",
  title: "Attributes and buckets",
  lead: "Mentions are sorted into four buckets by an attribute, from extra small to extra large. A score that falls steadily with an attribute tells what the system depends on.",
  build(facts, charts) {
    const rows = facts.rows.filter((row) => row.suite === "interpreteval" && row.system && !row.other);
    const bucketed = nerproof.distinct(rows.filter((row) => row.slice.includes(":")).map((row) => row.slice.split(":")[0]));
    if (!bucketed.length) return null;
    const asked = nerproof.state.option("attribute", bucketed[0]);
    const attribute = bucketed.includes(asked) ? asked : bucketed[0];
    const slices = nerproof.distinct(rows.filter((row) => row.slice.startsWith(`${attribute}:`)).map((row) => row.slice));
    return [
      nerproof.el("div", { class: "grid" }, charts("radar-zeta"), charts("radar-rho"), charts("self-diagnosis")),
      nerproof.choice("Attribute", bucketed, attribute, (value) => nerproof.state.go("attributes", { attribute: value }, { replace: true })),
      nerproof.pivot(facts, { suite: "interpreteval", metric: "f1", slices, caption: `F1 in the buckets of ${attribute}` }),
      nerproof.el("div", { class: "grid" }, bucketed.map((name) => charts(`bucket-${name}`))),
      charts("bucket-map"),
      this.analyses(facts, rows),
    ];
  },
  // Whatever the suite says of a whole attribute: its slices have no bucket.
  analyses(facts, rows) {
    const whole = facts.rows.filter((row) => row.suite === "interpreteval" && !row.slice.includes(":") && row.slice !== "ALL" && !row.other);
    const metrics = nerproof.distinct(whole.map((row) => row.metric));
    const WORDS = { s_rho: "S_ρ: Spearman correlation of F1 with bucket rank", s_sigma: "S_σ: spread of F1 over buckets", zeta: "ζ: mean value of the attribute over the test items", rho: "ρ: mean |S_ρ| over systems", gap: "Self-diagnosis: gap between the worst and the best bucket", friedman_p: "Friedman's p over the buckets (grey: 0.05 or more, the buckets may differ by chance)" };
    return metrics.map((metric) => {
      const attributes = nerproof.distinct(whole.filter((row) => row.metric === metric && row.value !== null).map((row) => row.slice));
      const names = nerproof.distinct(whole.filter((row) => row.metric === metric).map(nerproof.who));
      const chosen = names.filter((name) => !facts.systems.includes(name) || nerproof.state.chosenSystems(facts).includes(name));
      const lines = chosen.map((name) => ({ name: name || "data", cells: attributes.map((attribute) => nerproof.cell(facts, facts.at("interpreteval", name, attribute, "ALL", metric), { plain: true })) }));
      const grey = (attribute) => facts.rows[facts.at("interpreteval", "", attribute, "ALL", "friedman_p")]?.greyed;
      for (const line of lines) attributes.forEach((attribute, i) => grey(attribute) && (line.cells[i].class = "greyed"));
      return lines.length && attributes.length ? nerproof.table({ caption: WORDS[metric.toLowerCase()] || metric, corner: "System", columns: attributes, rows: lines }) : null;
    });
  },
});
