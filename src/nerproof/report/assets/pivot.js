// Rows of a suite turned into a table: systems down, sets or metrics across, one entity type at a time.
"use strict";
(() => {
  const { el } = nerproof;
  const distinct = (values) => [...new Set(values)];
  const MANY = 5;
  const ORDER = ["precision", "recall", "f1", "macro_f1", "weighted_f1"];
  const isScore = (row) => row.system && !row.other && !row.metric.startsWith("rank:");

  const byOrder = (names) => [...ORDER.filter((name) => names.includes(name)), ...names.filter((name) => !ORDER.includes(name))];

  // The best value of each column in bold: by value, ties all.
  const markBest = (rows, columns, lower) => {
    if (rows.length < 2) return;
    columns.forEach((_, i) => {
      const values = rows.map((row) => row.cells[i].sort).filter((value) => typeof value === "number");
      const best = lower ? Math.min(...values) : Math.max(...values);
      for (const row of rows) if (row.cells[i].sort === best) row.cells[i].class = "best";
    });
  };

  nerproof.pivot = (facts, { suite, metric, label = "ALL", slices, caption, names = {}, lower = false, plain, best = true, worded = false }) => {
    const systems = nerproof.state.chosenSystems(facts);
    const has = (slice) => systems.some((system) => typeof facts.rows[facts.at(suite, system, slice, label, metric)]?.value === "number");
    const sizes = (slice) => systems.map((system) => facts.rows[facts.at(suite, system, slice, label, metric)]).map((row) => `${row?.count}/${row?.total}`).join();
    const repeated = (slice, i) => slice !== "ALL" && slices.slice(0, i).some((other) => has(other) && !sizes(other).includes("undefined") && sizes(other) === sizes(slice));
    const columns = slices?.filter((slice, i) => has(slice) && !repeated(slice, i)) || distinct(facts.rows.filter((row) => row.suite === suite && row.metric === metric && row.system && !row.other && !row.slice.includes("=")).map((row) => row.slice));
    // In the main tables many systems have a line each; their intervals and sizes are among all numbers.
    const bare = plain || (worded && systems.length > MANY);
    const rows = systems.map((system) => ({ name: system, cells: columns.map((slice) => nerproof.cell(facts, facts.at(suite, system, slice, label, metric), { plain: bare })) }));
    if (!columns.length || (slices?.length > 1 && columns.join() === "ALL")) return null;
    if (best) markBest(rows, columns, lower);
    return nerproof.table({ caption, corner: "System", columns: columns.map((slice) => (worded ? [nerproof.setWord(slice), `${slice}: ${nerproof.own(names, slice) || "all mentions"}`] : [slice, nerproof.own(names, slice)])), rows });
  };

  nerproof.metricTable = (facts, { suite, slice = "ALL", label = "ALL", caption, names = {}, metrics, without = [], upright = false }) => {
    const systems = nerproof.state.chosenSystems(facts);
    const found = byOrder(distinct(facts.rows.filter((row) => row.suite === suite && row.slice === slice && row.label === label && isScore(row)).map((row) => row.metric)));
    const columns = metrics ? metrics.filter((name) => found.includes(name)) : found.filter((name) => !without.includes(name));
    const titles = columns.map((name) => [nerproof.own(names, name) || nerproof.metricName(name), name]);
    const cell = (system, metric) => nerproof.cell(facts, facts.at(suite, system, slice, label, metric));
    if (!columns.length) return null;
    // Many scores of few systems: one line per score.
    if (upright) return nerproof.table({ caption, corner: "Score", columns: systems, rows: titles.map(([name, metric]) => ({ name, cells: systems.map((system) => cell(system, metric)) })) });
    return nerproof.table({ caption, corner: "System", columns: titles, rows: systems.map((system) => ({ name: system, cells: columns.map((metric) => cell(system, metric)) })) });
  };

  // Numbers that are folded until asked for; links into them unfold them.
  nerproof.fold = (id, what, nodes) => (nodes.flat(Infinity).some(Boolean) ? el("details", { class: "numbers", id }, el("summary", {}, "All numbers", el("span", { class: "n" }, ` ${what}`)), nodes) : null);

  // Sets of mentions in plain words; the paper's names are in the titles and in the folded tables.
  const SET_WORDS = { ALL: "all", SEEN: "seen", "UNSEEN-ANY": "new", "UNSEEN-TYPE": "seen as another type only", "UNSEEN-TOKENS": "not in train at all", "TCM-ALL": "ambiguous", "TCM-SEEN": "ambiguous, seen", "TCM-UNSEEN": "ambiguous, new" };
  nerproof.setWord = (slice) => nerproof.own(SET_WORDS, slice) || slice;

  nerproof.labelsOf = (facts, suite) => distinct(facts.rows.filter((row) => row.suite === suite && row.label !== "ALL").map((row) => row.label));
  nerproof.distinct = distinct;
  nerproof.markBest = markBest;

  // A nested object of plain values, as tables: what the JSON holds beyond rows is shown as it stands.
  const isLeaf = (value) => value === null || typeof value !== "object";
  const leaf = (value, path) => (typeof value === "number" ? nerproof.number(value, Number.isInteger(value) ? "count" : "number", ...path) : nerproof.el("span", {}, nerproof.name(String(value ?? "–"))));

  // A list of plain values is one line; a list of things is counted from one.
  const isLine = (value) => Array.isArray(value) && value.every(isLeaf);
  const line = (value, path) => el("span", {}, value.flatMap((one, i) => [i ? ", " : "", leaf(one, [...path, i])]));

  nerproof.tree = (value, path, title) => {
    if (isLeaf(value)) return el("p", {}, leaf(value, path));
    const entries = Object.entries(value);
    const flat = entries.filter(([, v]) => isLeaf(v) || isLine(v));
    const deep = entries.filter(([, v]) => !isLeaf(v) && !isLine(v));
    const grid = deep.length > 1 && deep.every(([, v]) => Object.values(v).every(isLeaf) && Object.keys(v).length);
    return el("div", { class: "tree" },
      title ? el("h3", {}, nerproof.name(title)) : null,
      flat.length ? el("dl", { class: "facts" }, flat.map(([key, v]) => [el("dt", {}, nerproof.name(key)), el("dd", {}, isLine(v) ? line(v, [...path, key]) : leaf(v, [...path, key]))])) : null,
      grid ? gridTable(deep, path, title, Array.isArray(value)) : deep.map(([key, v]) => nerproof.tree(v, [...path, key], key)));
  };

  // Few things with many facts stand side by side; many things stand in lines.
  const gridTable = (entries, path, title, counted) => {
    const { own, table } = nerproof;
    const shown = (key) => (counted ? String(Number(key) + 1) : key);
    const facts = distinct(entries.flatMap(([, v]) => Object.keys(v)));
    const value = (key, v, fact) => ({ sort: own(v, fact), node: Object.hasOwn(v, fact) ? leaf(v[fact], [...path, key, fact]) : el("span", { class: "none" }, "–") });
    const words = (text) => text.replaceAll("_", " ").replace("tuples", "entities");
    const caption = title || "Counts";
    if (entries.length <= 4 && facts.length > entries.length) {
      return table({ caption, corner: "What", columns: entries.map(([key]) => shown(key)), rows: facts.map((fact) => ({ name: words(fact), cells: entries.map(([key, v]) => value(key, v, fact)) })) });
    }
    return table({ caption, corner: counted ? "No." : "What", columns: facts.map(words), rows: entries.map(([key, v]) => ({ name: shown(key), key: counted ? Number(key) : key, cells: facts.map((fact) => value(key, v, fact)) })) });
  };
})();
