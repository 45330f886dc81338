// Experiments: curves over whatever was turned, the mean scores at every step, and all runs.
"use strict";
nerproof.sections.push({
  id: "experiments",
  order: 40,
  suites: ["experiment"],
  title: "What changed the scores?",
  lead: "Mean scores of trained runs at every step of what the experiment varies; ± is one standard deviation of the runs.",
  without(value, ...keys) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
  },
  build(facts, charts) {
    const suites = nerproof.distinct(facts.rows.map((row) => row.suite)).filter((suite) => suite === "experiment");
    const about = facts.extras?.experiment;
    const curves = charts.starting("curve-", (id) => !id.startsWith("curve-coverage"));
    const given = facts.extras?.split ? [] : charts.starting("given-");
    if (!suites.length && !about && !curves.length && !given.length) return null;
    const figures = [...curves, ...given];
    const [first, ...rest] = suites.flatMap((suite) => this.scores(facts, facts.of(suite), suite)).flat(Infinity).filter(Boolean);
    const map = charts("change-map");
    return [
      nerproof.el("div", { class: "grid" }, figures.slice(0, 2)),
      Array.isArray(about?.correlations) ? this.correlations(about.correlations) : null,
      first,
      nerproof.fold("experiments-numbers", "further scores, every bucket, what was run", [nerproof.el("div", { class: "grid" }, figures.slice(2)), map, ...rest, about && typeof about === "object" ? this.about(about) : null]),
    ];
  },
  main: ["f1", "f1_clean", "f1_contaminated", "delta_f1", "delta_recall", "recall_clean", "gain:f1", "drop_f1", "precision", "recall"],
  // One table per score: a line per step, systems across; sets and buckets of a step wait behind a fold.
  scores(facts, rows, suite) {
    const own = rows.filter((row) => row.label === "ALL" && !row.other && !row.metric.startsWith("rank:"));
    const whole = own.filter((row) => !row.slice.includes(" · "));
    const metrics = nerproof.distinct(whole.map((row) => row.metric));
    const first = this.main.filter((metric) => metrics.includes(metric));
    const { el } = nerproof;
    const fold = (title, tables) => (tables.length ? el("details", { class: "more" }, el("summary", {}, title), tables) : null);
    const parts = own.filter((row) => row.slice.includes(" · ") && ["f1", "recall"].includes(row.metric));
    return [
      first.map((metric) => this.table(facts, whole, suite, metric)),
      fold("Further scores", metrics.filter((metric) => !first.includes(metric)).map((metric) => this.table(facts, whole, suite, metric))),
      fold("By set and bucket", nerproof.distinct(parts.map((row) => row.metric)).map((metric) => this.table(facts, parts, suite, metric))),
    ];
  },
  table(facts, rows, suite, metric) {
    const own = rows.filter((row) => row.metric === metric);
    const chosen = nerproof.state.chosenSystems(facts);
    const systems = nerproof.distinct(own.map(nerproof.who)).filter((name) => !facts.systems.includes(name) || chosen.includes(name));
    const lines = nerproof.distinct(own.map((row) => row.slice)).map((slice) => ({ name: slice, cells: systems.map((system) => nerproof.cell(facts, facts.at(suite, system, slice, "ALL", metric))) }));
    return lines.length && systems.length ? nerproof.table({ caption: nerproof.metricName(metric), corner: "Step", columns: systems.map((name) => name || "data"), rows: lines }) : null;
  },
  // Pearson's r of what was turned with each score: how many runs it rests on, and how many had no such score.
  correlations(found) {
    const columns = [["r", "Pearson's r of the step with the score"], ["p", "probability of such an r by chance"], ["runs", "points it rests on"], ["left out", "runs in which the score is undefined"]];
    const cell = (line, at, key, kind) => ({ sort: line[key], node: nerproof.number(line[key], kind, "extras", "experiment", "correlations", at, key) });
    const rows = found.map((line, at) => ({
      name: `${line.system} · ${nerproof.metricName(line.score)}`, cells: [cell(line, at, "r", "coefficient"), cell(line, at, "p", "p"), cell(line, at, "n", "count"), cell(line, at, "dropped", "count")],
    }));
    return rows.length ? nerproof.table({ caption: "Correlation of the step with each score, over all runs", corner: "System and score", columns, rows }) : null;
  },
  about(value) {
    const runs = Array.isArray(value.runs) ? value.runs : [];
    return [
      nerproof.tree(this.without(value, "heat", "runs", "correlations"), ["extras", "experiment"], "What was run"),
      runs.length ? nerproof.el("details", { class: "more" }, nerproof.el("summary", {}, `All ${runs.length} runs`), nerproof.tree(runs.map((run) => this.without(run, "key")), ["extras", "experiment", "runs"], "")) : null,
    ];
  },
});
