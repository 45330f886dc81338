// Rows of a suite turned into a table: systems down, sets or metrics across, one entity type at a time.
"use strict";
(() => {
  const distinct = (values) => [...new Set(values)];
  const ORDER = ["precision", "recall", "f1", "macro_f1", "weighted_f1"];
  const isScore = (row) => row.system && !row.other && !row.metric.startsWith("rank:");

  const byOrder = (names) => [...ORDER.filter((name) => names.includes(name)), ...names.filter((name) => !ORDER.includes(name))];

  // The best value of each column in bold: by value, ties all.
  const markBest = (facts, rows, columns, lower) => {
    if (rows.length < 2) return;
    columns.forEach((_, i) => {
      const values = rows.map((row) => row.cells[i].sort).filter((value) => typeof value === "number");
      const best = lower ? Math.min(...values) : Math.max(...values);
      for (const row of rows) if (row.cells[i].sort === best) row.cells[i].class = "best";
    });
  };

  nerproof.pivot = (facts, { suite, metric, label = "ALL", slices, caption, names = {}, lower = false, plain }) => {
    const systems = nerproof.state.chosenSystems(facts);
    const columns = slices || distinct(facts.rows.filter((row) => row.suite === suite && row.metric === metric && row.system && !row.other && !row.slice.includes("=")).map((row) => row.slice));
    const rows = systems.map((system) => ({ name: system, cells: columns.map((slice) => nerproof.cell(facts, facts.at(suite, system, slice, label, metric), { plain })) }));
    markBest(facts, rows, columns, lower);
    return nerproof.table({ caption, corner: "System", columns: columns.map((slice) => [slice, nerproof.own(names, slice)]), rows });
  };

  nerproof.metricTable = (facts, { suite, slice = "ALL", label = "ALL", caption, names = {}, metrics, without = [] }) => {
    const systems = nerproof.state.chosenSystems(facts);
    const found = byOrder(distinct(facts.rows.filter((row) => row.suite === suite && row.slice === slice && row.label === label && isScore(row)).map((row) => row.metric)));
    const columns = metrics ? metrics.filter((name) => found.includes(name)) : found.filter((name) => !without.includes(name));
    const rows = systems.map((system) => ({ name: system, cells: columns.map((metric) => nerproof.cell(facts, facts.at(suite, system, slice, label, metric))) }));
    return columns.length ? nerproof.table({ caption, corner: "System", columns: columns.map((name) => [nerproof.own(names, name) || nerproof.metricName(name), name]), rows }) : null;
  };

  nerproof.labelsOf = (facts, suite) => distinct(facts.rows.filter((row) => row.suite === suite && row.label !== "ALL").map((row) => row.label));
  nerproof.distinct = distinct;

  // A nested object of plain values, as tables: what the JSON holds beyond rows is shown as it stands.
  const isLeaf = (value) => value === null || typeof value !== "object";
  const leaf = (value, path) => (typeof value === "number" ? nerproof.number(value, Number.isInteger(value) ? "count" : "number", ...path) : nerproof.el("span", {}, nerproof.name(String(value ?? "–"))));

  nerproof.tree = (value, path, title) => {
    const { el } = nerproof;
    if (isLeaf(value)) return el("p", {}, leaf(value, path));
    const entries = Object.entries(value);
    const flat = entries.filter(([, v]) => isLeaf(v));
    const deep = entries.filter(([, v]) => !isLeaf(v));
    const grid = deep.length > 1 && deep.every(([, v]) => Object.values(v).every(isLeaf) && Object.keys(v).length);
    return el("div", { class: "tree" },
      title ? el("h3", {}, nerproof.name(title)) : null,
      flat.length ? el("dl", { class: "facts" }, flat.map(([key, v]) => [el("dt", {}, nerproof.name(key)), el("dd", {}, leaf(v, [...path, key]))])) : null,
      grid ? gridTable(deep, path, title) : deep.map(([key, v]) => nerproof.tree(v, [...path, key], key)));
  };

  // Few things with many facts stand side by side; many things stand in lines.
  const gridTable = (entries, path, title) => {
    const { el, own, table } = nerproof;
    const facts = distinct(entries.flatMap(([, v]) => Object.keys(v)));
    const value = (key, v, fact) => ({ sort: own(v, fact), node: Object.hasOwn(v, fact) ? leaf(v[fact], [...path, key, fact]) : el("span", { class: "none" }, "–") });
    const words = (text) => text.replaceAll("_", " ").replace("tuples", "entities");
    const caption = title || "Counts";
    if (entries.length <= 4 && facts.length > entries.length) {
      return table({ caption, corner: "", columns: entries.map(([key]) => key), rows: facts.map((fact) => ({ name: words(fact), cells: entries.map(([key, v]) => value(key, v, fact)) })) });
    }
    return table({ caption, corner: "", columns: facts.map(words), rows: entries.map(([key, v]) => ({ name: key, cells: facts.map((fact) => value(key, v, fact)) })) });
  };
})();
