// Any two systems side by side: every shared score, the tests, and the sentences only one of them gets right.
"use strict";
nerproof.sections.push({
  id: "compare",
  order: 30,
  title: "Two systems compared",
  lead: "Choose two systems. Differences with a p-value were tested on the same sentences. p-values are adjusted for all pairs and scores, intervals are not: p decides.",
  build(facts, charts) {
    if (facts.systems.length < 2 || facts.rows.every((row) => ["agreement", "experiment"].includes(row.suite))) return null;
    const pick = (key, fallback) => {
      const asked = nerproof.state.option(key, fallback);
      return facts.systems.includes(asked) ? asked : fallback;
    };
    const a = pick("a", facts.systems[0]);
    const b = pick("b", facts.systems.find((name) => name !== a));
    const go = (values) => nerproof.state.go("compare", { a, b, ...values }, { replace: true });
    return [
      nerproof.el("div", { class: "filters" },
        nerproof.choice("First", facts.systems, a, (value) => go({ a: value })), nerproof.choice("Second", facts.systems, b, (value) => go({ b: value })),
        nerproof.el("button", { type: "button", onclick: () => go({ a: b, b: a }) }, "Swap"),
        this.rival(a, b), this.rival(b, a)),
      this.table(facts, a, b, "The main scores of both", ({ row }) => this.isMain(row)),
      nerproof.fold("compare-numbers", "every score of both, buckets, all pairs, ranks", [
        this.table(facts, a, b, "Every score of both"),
        charts("comparative", { a, b }),
        this.diagnosis(facts, a, b),
        this.matrix(facts),
        this.ranks(facts),
      ]),
    ];
  },
  main: { standard: ["f1"], tmr: ["recall"], hardeval: ["score"], rockner: ["drop_f1"], experiment: ["f1"] },
  isMain(row) {
    const own = nerproof.own(this.main, row.suite) || [];
    return own.includes(row.metric) && (row.suite !== "tmr" || ["SEEN", "UNSEEN-ANY", "TCM-ALL"].includes(row.slice));
  },
  inWords(row) {
    if (row.suite === "tmr") return `recall, ${nerproof.setWord(row.slice)} names`;
    if (row.suite === "hardeval") return "hard words wrong ↓";
    if (row.suite === "experiment") return `${nerproof.metricName(row.metric)}, ${row.slice}`;
    return row.suite === "rockner" ? `F1 lost to the attack: ${row.slice === "swap" ? "control" : row.slice}` : nerproof.metricName(row.metric);
  },
  rival(a, b) {
    const { el, name } = nerproof;
    return el("button", { type: "button", class: "rival", onclick: () => nerproof.state.go("sentences", { a, b }) }, "Where ", name(a), " is right and ", name(b), " is wrong");
  },
  tested(facts) {
    const found = new Map();
    facts.rows.forEach((row, at) => row.other && found.set(JSON.stringify([row.suite, row.slice, row.label, row.metric.replace("difference:", ""), row.system, row.other]), at));
    return (row, metric, a, b) => {
      const key = (x, y) => found.get(JSON.stringify([row.suite, row.slice, row.label, metric, x, y]));
      return key(a, b) !== undefined ? [key(a, b), 1] : [key(b, a), -1];
    };
  },
  table(facts, a, b, caption, keep = () => true) {
    const tests = this.tested(facts);
    const wanted = { standard: ["f1", "precision", "recall"], tmr: ["recall"], hardeval: ["ter", "score"], contamination: null, rockner: ["f1", "drop_f1"], interpreteval: [], experiment: ["f1", "precision", "recall", "f1_clean", "delta_f1", "gain:f1"] };
    const shown = facts.of2 ??= facts.rows.map((row, at) => ({ row, at })).filter(({ row }) => row.system && !row.other);
    const rows = shown
      .filter(({ row }) => row.system === a && row.label === "ALL" && !row.slice.includes(" · ") && !row.metric.startsWith("rank:") && (!Object.hasOwn(wanted, row.suite) || wanted[row.suite] === null || wanted[row.suite].includes(row.metric)))
      .filter(keep).map(({ row, at }) => this.line(facts, tests, row, at, a, b)).filter(Boolean);
    return !rows.length ? null : nerproof.table({ caption, corner: "What", columns: [a, b, "difference", "95 % interval", "p"], rows, kind: "compare" });
  },
  line(facts, tests, row, at, a, b) {
    const second = facts.at(row.suite, b, row.slice, row.label, row.metric);
    if (second === undefined || (row.value === null && facts.rows[second].value === null)) return null;
    const { el } = nerproof;
    const [test, sign] = tests(row, row.metric, a, b);
    const kind = ["number", "coefficient"].includes(nerproof.kind(facts, row.metric)) ? nerproof.kind(facts, row.metric) : "points";
    const none = { sort: null, node: el("span", { class: "none" }, "–") };
    return {
      name: this.isMain(row) ? this.inWords(row) : this.measure(row.suite, row.slice, row.metric), key: `${row.suite} ${row.slice} ${row.metric}`,
      cells: [nerproof.cell(facts, at, { plain: true }), nerproof.cell(facts, second, { plain: true }), this.difference(facts, at, second, test, sign, kind), test === undefined || typeof facts.rows[test].low !== "number" ? none : this.interval(facts, test, sign, kind), test === undefined ? none : this.p(facts, test)],
    };
  },
  // The tested difference when the JSON has one; else the two values' difference, marked as derived from them.
  difference(facts, first, second, test, sign, kind) {
    const { el, number } = nerproof;
    const [x, y] = [facts.rows[first].value, facts.rows[second].value];
    if (typeof x !== "number" || typeof y !== "number") return { sort: null, node: el("span", { class: "none" }, "–") };
    if (test === undefined) return { sort: x - y, node: el("span", { "data-derived": `/rows/${first}/value - /rows/${second}/value`, "data-as": kind }, nerproof.write(x - y, kind)) };
    const how = kind === "points" ? (sign > 0 ? "points" : "negated") : kind;
    return { sort: sign * facts.rows[test].value, node: number(facts.rows[test].value, how, "rows", test, "value") };
  },
  interval(facts, at, sign, kind) {
    const row = facts.rows[at];
    const how = sign > 0 ? kind : "negated";
    const [first, last] = sign > 0 ? ["low", "high"] : ["high", "low"];
    return { sort: sign * row.low, node: nerproof.el("span", {}, nerproof.number(row[first], how, "rows", at, first), " to ", nerproof.number(row[last], how, "rows", at, last)) };
  },
  p(facts, at) {
    const row = facts.rows[at];
    const key = typeof row.p_adjusted === "number" ? "p_adjusted" : "p";
    return { sort: row[key], class: row[key] < 0.05 ? "best" : null, node: nerproof.number(row[key], "p", "rows", at, key) };
  },
  // Comparative diagnosis: the buckets of largest lead and largest lag.
  diagnosis(facts, a, b) {
    const found = facts.rows.map((row, at) => ({ row, at })).filter(({ row }) => row.metric === "comparative" && row.ahead && ((row.system === a && row.other === b) || (row.system === b && row.other === a)));
    if (!found.length) return null;
    const { el } = nerproof;
    const tests = this.tested(facts);
    const side = ({ row, at }, first) => {
      const key = (row.system === a) === first ? "ahead" : "behind";
      const kind = row.system === a ? "points" : "negated";
      return { sort: row[`${key}_by`], node: el("span", { class: "cell" }, nerproof.number(row[`${key}_by`], kind, "rows", at, `${key}_by`), el("span", { class: "n" }, nerproof.name(row[key].split(":").at(-1)))) };
    };
    const p = ({ row }, first) => {
      const [test] = tests({ suite: row.suite, slice: row[(row.system === a) === first ? "ahead" : "behind"], label: "ALL" }, "f1", a, b);
      return test === undefined ? { sort: null, node: el("span", { class: "none" }, "–") } : this.p(facts, test);
    };
    return nerproof.table({ caption: "Largest lead and largest lag of the first system, by attribute", corner: "Attribute", columns: ["lead", ["p", "paired test of the bucket, adjusted for all pairs and buckets"], "lag", ["p", "paired test of the bucket, adjusted for all pairs and buckets"]], rows: found.map((one) => ({ name: one.row.slice, cells: [side(one, true), p(one, true), side(one, false), p(one, false)] })) });
  },
  // The places that the corrected tests leave open.
  ranks(facts) {
    const found = facts.rows.filter((row) => row.metric.startsWith("rank:"));
    const scores = nerproof.distinct(found.map((row) => JSON.stringify([row.suite, row.slice, row.metric]))).map((score) => JSON.parse(score));
    if (!scores.length || facts.systems.length < 3) return null;
    const systems = nerproof.state.chosenSystems(facts);
    const place = (at, key) => nerproof.number(facts.rows[at][key], "count", "rows", at, key);
    const cell = (at) => {
      if (at === undefined) return { sort: null, node: nerproof.el("span", { class: "none" }, "–") };
      const range = facts.rows[at].rank_low === facts.rows[at].rank_high ? null : nerproof.el("span", { class: "ci" }, place(at, "rank_low"), " to ", place(at, "rank_high"));
      return { sort: facts.rows[at].value, node: nerproof.el("span", { class: "cell" }, place(at, "value"), range) };
    };
    const rows = scores.map(([suite, slice, metric]) => ({
      name: this.measure(suite, slice, metric.slice(5)), key: `${suite} ${slice} ${metric}`, cells: systems.map((system) => cell(facts.at(suite, system, slice, "ALL", metric))),
    }));
    return nerproof.table({ caption: "Rank of each system, with the places that the tests leave open", corner: "What", columns: systems, rows, kind: "compare" });
  },
  measure(suite, slice, metric) {
    const { el, name } = nerproof;
    return el("span", {}, el("span", { class: "suite" }, suite), " ", slice === "ALL" ? "" : [name(slice), " "], nerproof.metricName(metric));
  },
  many: 8,
  // Many pairs: a sign each; it opens the comparison.
  sign(facts, at, sign, a, b) {
    const row = facts.rows[at];
    const p = row.p_adjusted ?? row.p;
    const ahead = sign * row.value > 0;
    const text = p < 0.05 ? (ahead ? "+" : "−") : "·";
    const title = `${a} − ${b}: ${nerproof.write(sign * row.value, "points")}, p ${nerproof.write(p, "p")}`;
    return { sort: p < 0.05 ? sign * row.value : 0, class: p < 0.05 ? (ahead ? "ahead" : "behind") : null, node: nerproof.el("button", { type: "button", class: "open", title, "data-derived": true, onclick: () => nerproof.state.go("compare", { a, b }) }, text) };
  },
  matrix(facts) {
    const systems = nerproof.state.chosenSystems(facts);
    const tests = this.tested(facts);
    const base = { suite: "standard", slice: "ALL", label: "ALL" };
    if (systems.length < 3 || !facts.rows.some((row) => row.other)) return null;
    const rows = systems.map((a) => ({ name: a, cells: systems.map((b) => {
      const [at, sign] = a === b ? [undefined, 1] : tests(base, "f1", a, b);
      if (at === undefined) return { sort: null, node: nerproof.el("span", { class: "none" }, a === b ? "" : "–") };
      const made = this.p(facts, at);
      if (systems.length > this.many) return this.sign(facts, at, sign, a, b);
      const main = nerproof.number(facts.rows[at].value, sign > 0 ? "points" : "negated", "rows", at, "value");
      main.dataset.main = "";
      const node = nerproof.el("span", { class: "cell" }, nerproof.el("button", { type: "button", class: "open", onclick: () => nerproof.state.go("compare", { a, b }) }, main), nerproof.el("span", { class: "n" }, "p ", made.node));
      return { sort: sign * facts.rows[at].value, class: made.class, node };
    }) }));
    return nerproof.table({ caption: systems.length > this.many ? "F1 of the row's system against the column's: + significantly higher, − significantly lower, · no significant difference" : "F1 of the row's system minus the column's; bold: significant (p < 0.05)", corner: "System", columns: systems, rows, kind: systems.length > this.many ? "signs" : "" });
  },
});
