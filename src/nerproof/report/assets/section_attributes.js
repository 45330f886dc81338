// Attributes and buckets (InterpretEval): where a system is weak, by length, frequency, density and consistency.
"use strict";
nerproof.sections.push({
  id: "attributes",
  question: "weak-spots",
  order: 10,
  suites: ["interpreteval"],
  title: "Attributes and buckets",
  lead: "Mentions are sorted into buckets by an attribute, from extra small (XS) to extra large (XL). A score that falls or rises steadily with an attribute tells what the system depends on.",
  words: {
    zeta: "ζ: mean over the test items", zeta_normalised: "ζ, as a share of the largest dataset's", rho: "ρ: mean of |S_ρ| over the systems", friedman_p: "p that the buckets differ by chance (Friedman, over systems or datasets)", wald_p: "p that the buckets of a system differ by chance (Wald; grey: adjusted p 0.05 or more)", self_wilcoxon_p: "p that best and worst bucket differ by chance (Wilcoxon, over runs and datasets)",
    s_rho: "S_ρ: Spearman correlation of F1 with the bucket's rank (1: rises steadily, −1: falls steadily)", s_sigma: "S_σ: standard deviation of F1 over the buckets", gap: "Self-diagnosis: points of F1 between the worst and the best bucket",
  },
  build(facts, charts) {
    const rows = facts.rows.filter((row) => row.suite === "interpreteval" && row.system && !row.other);
    const bucketed = nerproof.distinct(rows.filter((row) => row.slice.includes(":")).map((row) => row.slice.split(":")[0]));
    if (!bucketed.length) return null;
    const asked = nerproof.state.option("attribute", bucketed[0]);
    const attribute = bucketed.includes(asked) ? asked : bucketed[0];
    return [
      this.glossary(facts, bucketed),
      nerproof.el("div", { class: "grid" }, charts("measure-zeta"), charts("measure-rho"), charts("self-diagnosis")),
      nerproof.choice("Attribute", bucketed.map((name) => [name, this.named(facts, name)]), attribute, (value) => nerproof.state.go("attributes", { attribute: value }, { replace: true })),
      nerproof.distinct(rows.filter((row) => row.slice.startsWith(`${attribute}:`)).map((row) => row.dataset ?? "")).map((dataset) => this.buckets(facts, rows.filter((row) => (row.dataset ?? "") === dataset), attribute, dataset)),
      nerproof.el("div", { class: "grid" }, bucketed.map((name) => [charts(`bucket-${name}`), charts.starting(`bucket-${name}--`)])),
      charts("bucket-map"),
      this.analyses(facts),
    ];
  },
  named(facts, name) {
    const short = nerproof.own(facts.attributes, name)?.[0];
    return short ? `${short} · ${name}` : name;
  },
  glossary(facts, bucketed) {
    const { el } = nerproof;
    const known = bucketed.filter((name) => nerproof.own(facts.attributes, name));
    return known.length ? el("details", { class: "meaning" }, el("summary", {}, "What are these attributes?"),
      el("dl", {}, known.map((name) => [el("dt", {}, this.named(facts, name)), el("dd", {}, facts.attributes[name][1])]))) : null;
  },
  // Systems down, buckets across; a bucket's head says its interval. Datasets have edges, so tables, of their own.
  buckets(facts, rows, attribute, dataset) {
    const { el } = nerproof;
    const slices = nerproof.distinct(rows.filter((row) => row.slice.startsWith(`${attribute}:`)).map((row) => row.slice));
    const systems = nerproof.state.chosenSystems(facts).filter((system) => rows.some((row) => row.system === system && slices.includes(row.slice)));
    if (!systems.length) return null;
    const at = (system, slice) => facts.at("interpreteval", system, slice, "ALL", "f1");
    const edge = (row, where, key, sign) => (typeof row?.[key] === "number" ? el("span", {}, ` ${sign} `, nerproof.number(row[key], "number", "rows", where, key)) : null);
    const head = (slice) => {
      const where = at(systems[0], slice);
      const row = facts.rows[where];
      const one = row && row.lo === row.hi && typeof row.lo === "number";
      const below = row?.hi > 0.9999 && row.hi < 1 ? "<" : "≤";
      return el("span", {}, nerproof.name(slice.slice(attribute.length + 1)), el("span", { class: "edge" }, one ? edge(row, where, "lo", "=") : [edge(row, where, "lo", ">"), typeof row?.lo === "number" && typeof row.hi === "number" ? "," : "", edge(row, where, "hi", below)]));
    };
    const cells = systems.map((system) => ({ name: system, cells: slices.map((slice) => nerproof.cell(facts, at(system, slice))) }));
    nerproof.markBest(cells, slices);
    return nerproof.table({ caption: `F1 in the buckets of ${this.named(facts, attribute)}${dataset ? ` · ${dataset}` : ""}`, corner: "System", columns: slices.map(head), rows: cells });
  },
  // Whatever the suite says of a whole attribute: its slices have no bucket.
  analyses(facts) {
    const whole = facts.rows.filter((row) => row.suite === "interpreteval" && !row.slice.includes(":") && row.slice !== "ALL" && !row.other);
    const ofSystems = whole.filter((row) => row.system && row.metric !== "friedman_p");
    return [this.ofData(facts, whole), nerproof.distinct(ofSystems.map((row) => row.metric)).map((metric) => this.ofMetric(facts, whole.filter((row) => row.system && row.metric === metric), metric))];
  },
  // What the attributes are like, one line per measure (and dataset, and tested system).
  ofData(facts, whole) {
    const own = whole.filter((row) => !row.system || row.metric === "friedman_p");
    const lines = nerproof.distinct(own.map((row) => JSON.stringify([row.metric, nerproof.who(row)]))).map((line) => JSON.parse(line));
    const attributes = nerproof.distinct(own.map((row) => row.slice));
    const rows = lines.map(([metric, who]) => ({
      name: (nerproof.own(this.words, metric) || metric) + (who ? ` · ${who}` : ""),
      cells: attributes.map((attribute) => {
        const at = facts.at("interpreteval", who, attribute, "ALL", metric);
        const cell = nerproof.cell(facts, at, { plain: true, still: true });
        return metric === "friedman_p" && facts.rows[at]?.greyed && facts.rows[at].value !== null ? { ...cell, class: "greyed" } : cell;
      }),
    }));
    return rows.length ? nerproof.table({ caption: "The attributes themselves (grey p: 0.05 or more, the buckets may differ by chance; –: too few buckets or systems to test)", corner: "Measure", columns: attributes, rows }) : null;
  },
  ofMetric(facts, own, metric) {
    const attributes = nerproof.distinct(own.filter((row) => row.value !== null).map((row) => row.slice));
    const systems = nerproof.state.chosenSystems(facts).filter((name) => own.some((row) => row.system === name));
    const test = (system, attribute) => facts.rows[facts.at("interpreteval", system, attribute, "ALL", "wald_p")];
    const grey = (system, attribute) => test(system, attribute)?.greyed && test(system, attribute).value !== null;
    const rows = systems.map((name) => ({ name, cells: attributes.map((attribute) => ({ ...nerproof.cell(facts, facts.at("interpreteval", name, attribute, "ALL", metric), { plain: true, still: metric !== "gap" }), class: grey(name, attribute) ? "greyed" : null })) }));
    return rows.length && attributes.length ? nerproof.table({ caption: nerproof.own(this.words, metric) || metric, corner: "System", columns: attributes, rows }) : null;
  },
});
