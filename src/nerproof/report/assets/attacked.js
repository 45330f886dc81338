// What attacks do, in tables: scores and drops by setting, by type and by class, kinds of errors, what types become.
"use strict";
(() => {
  const { el } = nerproof;
  const KINDS = ["exact_match", "correct_type_d1", "correct_type_d2", "correct_type_d3", "wrong_type_d0", "wrong_type_d1", "wrong_type_d2", "wrong_type_d3", "no_prediction"];
  const WORDS = {
    exact_match: "right", no_prediction: "nothing predicted there", recall_before: "before", recall_after: "after", drop_recall: "drop", "naturally-unseen": "recall",
    correct_type_d1: "right type, 1 token off", correct_type_d2: "right type, 2 tokens off", correct_type_d3: "right type, 3 or more off",
    wrong_type_d0: "wrong type, right tokens", wrong_type_d1: "wrong type, 1 token off", wrong_type_d2: "wrong type, 2 tokens off", wrong_type_d3: "wrong type, 3 or more off",
  };
  const FIRST = 10; // sentences shown at once
  const DROPS = ["drop_f1", "drop_relative_f1", "drop_beyond_control", "drop_beyond_natural"];
  const isSetting = (slice) => !slice.includes("/") && !slice.includes("&") && !slice.includes(":") && !slice.startsWith("coverage=");

  const cell = (facts, system, slice, label, metric) => nerproof.cell(facts, facts.at("rockner", system, slice, label, metric));
  const slicesWith = (rows, metric, keep = () => true) => nerproof.distinct(rows.filter((row) => row.metric === metric && row.system && !row.other && keep(row.slice)).map((row) => row.slice));

  const inWords = (name) => nerproof.own(WORDS, name) || name.replace(/:attacked$/, ", attacked mentions only");

  const grid = (facts, caption, corner, names, columns, at) =>
    names.length && columns.length ? nerproof.table({ caption, corner, columns: columns.map(inWords), rows: names.map((name) => ({ name: inWords(name), cells: columns.map((column) => cell(facts, ...at(name, column))) })) }) : null;

  const scores = (facts, rows, systems) => {
    const settings = slicesWith(rows, "f1", isSetting);
    const lost = slicesWith(rows, "drop_f1", isSetting);
    return [
      grid(facts, "F1 by setting", "System", systems, settings, (system, slice) => [system, slice, "ALL", "f1"]),
      nerproof.table({
        caption: "What the attacks cost, in points (relative: in % of F1)", corner: "System and setting", columns: DROPS.map((metric) => [nerproof.metricName(metric), metric]),
        rows: systems.flatMap((system) => lost.map((slice) => ({ name: `${system} · ${slice}`, cells: DROPS.map((metric) => cell(facts, system, slice, "ALL", metric)) }))),
      }),
    ];
  };

  const byType = (facts, rows, system) => {
    const labels = nerproof.distinct(rows.filter((row) => row.metric === "drop_f1" && row.label !== "ALL").map((row) => row.label));
    return grid(facts, `Drop of F1 by type: ${system}`, "Type", labels, slicesWith(rows, "drop_f1", isSetting), (label, slice) => [system, slice, label, "drop_f1"]);
  };

  const byClass = (facts, rows, system, setting) => {
    const start = `${setting}/`;
    const classes = slicesWith(rows, "drop_recall", (slice) => slice.startsWith(start)).map((slice) => slice.slice(start.length));
    return grid(facts, `Recall by class of the new name under ${setting}, before and after: ${system}`, "Class", classes, ["recall_before", "recall_after", "drop_recall"], (name, metric) => [system, start + name, "ALL", metric]);
  };

  const errors = (facts, rows, system) =>
    grid(facts, `How gold mentions are met, % of them: ${system}`, "Kind", KINDS, slicesWith(rows, "exact_match"), (metric, slice) => [system, slice, "ALL", metric]);

  const confusion = (facts, rows, system, setting) => {
    const own = rows.filter((row) => row.slice === setting && row.system === system && row.metric.startsWith("delta_as:"));
    const columns = nerproof.distinct(own.map((row) => row.metric));
    const names = nerproof.distinct(own.map((row) => row.label));
    return names.length ? nerproof.table({
      caption: `What types become under ${setting}, attacked minus original in points: ${system}`, corner: "Gold", columns: columns.map((metric) => [metric.slice(9), metric]),
      rows: names.map((label) => ({ name: label, cells: columns.map((metric) => cell(facts, system, setting, label, metric)) })), kind: "matrix",
    }) : null;
  };

  const controls = (facts, rows, systems) => [
    grid(facts, "Control: recall on unseen mentions of the original", "System", systems, slicesWith(rows, "recall", (slice) => slice === "naturally-unseen"), (system, slice) => [system, slice, "ALL", "recall"]),
    grid(facts, "Overlap (Jaccard) of the mentions that two attacks make wrong", "System", systems, slicesWith(rows, "jaccard"), (system, slice) => [system, slice, "ALL", "jaccard"]),
  ];

  const statistics = (facts, rows) => {
    const own = rows.filter((row) => !row.system && row.label === "ALL");
    const metrics = nerproof.distinct(own.map((row) => row.metric));
    const settings = nerproof.distinct(own.map((row) => row.slice));
    return metrics.length ? el("details", { class: "more" }, el("summary", {}, "Sizes of the attacks"),
      nerproof.table({ caption: "Sizes of the attacks", corner: "Size", columns: settings, rows: metrics.map((metric) => ({ name: nerproof.metricName(metric), cells: settings.map((slice) => cell(facts, "", slice, "ALL", metric)) })) })) : null;
  };

  const pairs = (facts, systems, setting) => {
    const shown = (facts.extras?.rockner?.examples || []).filter((example) => example.setting === setting);
    if (!shown.length) return null;
    const draw = (sentence) => nerproof.drawSentence({ sentence, units: [] }, systems, systems[0]);
    const pair = (example) => el("div", { class: "grid attacked-pair" }, draw(example.original), draw(example.attacked));
    const rest = shown.slice(FIRST);
    return el("details", { class: "more", open: true }, el("summary", {}, `Sentences that ${setting} makes wrong, before and after`),
      shown.slice(0, FIRST).map(pair), rest.length ? el("details", { class: "more" }, el("summary", {}, `${rest.length} more`), rest.map(pair)) : null);
  };

  nerproof.attacked = (facts, rows) => {
    const systems = nerproof.state.chosenSystems(facts).filter((name) => rows.some((row) => row.system === name));
    const settings = slicesWith(rows, "drop_f1", (slice) => isSetting(slice) && slice !== "swap" && slice !== "natural");
    if (!systems.length || !settings.length) return null;
    const pick = (key, all) => (all.includes(nerproof.state.option(key, all[0])) ? nerproof.state.option(key, all[0]) : all[0]);
    const system = pick("system", systems);
    const setting = pick("setting", settings);
    const turn = (key) => (value) => nerproof.state.go("attacks", { system, setting, [key]: value }, { replace: true });
    return [
      scores(facts, rows, systems),
      controls(facts, rows, systems),
      el("div", {}, systems.length > 1 ? nerproof.choice("System", systems, system, turn("system")) : null, settings.length > 1 ? nerproof.choice("Setting", settings, setting, turn("setting")) : null),
      byType(facts, rows, system), byClass(facts, rows, system, setting), errors(facts, rows, system), confusion(facts, rows, system, setting),
      pairs(facts, systems, setting), statistics(facts, rows),
    ];
  };
})();
