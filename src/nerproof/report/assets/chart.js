// Charts: Vega-Lite specs drawn when they come into view; each with text alternative, data table, PNG and SVG.
"use strict";
(() => {
  const { el, state } = nerproof;

  // What the reader picks decides which values are drawn (report/charts/figures.py does the same for files).
  const picked = (values, pick, systems) => {
    const sides = pick.a === undefined ? null : new Map([[pick.b, "b"], [pick.a, "a"]]);
    return values
      .filter((value) => !value.system || systems.includes(value.system) || sides)
      .filter((value) => pick.system === undefined || value.system === pick.system)
      .filter((value) => !sides || sides.has(value.system))
      .map((value) => (sides ? { ...value, side: sides.get(value.system) } : value));
  };

  // Steps become pixels, so that the place is kept before anything is drawn.
  const heightOf = (spec, values) => {
    const { step } = spec.height;
    if (!step) return spec.height;
    const many = (field) => new Set(values.map((value) => value[field])).size || 1;
    const { y, yOffset } = spec.encoding;
    return Math.ceil(many(y.field) * (yOffset ? (many(yOffset.field) * step) / 0.74 : step));
  };

  // A copy whose legends have no more columns than there is room for.
  const fitted = (spec, width) => JSON.parse(JSON.stringify(spec), (key, value) => (key === "legend" && value?.columns ? { ...value, columns: Math.max(1, Math.min(value.columns, Math.floor(width / 130))) } : value));

  const draw = async (holder, chart, facts, pick) => {
    const embed = await nerproof.vega();
    const spec = fitted(chart.spec, holder.clientWidth);
    spec.data.values = picked(spec.data.values, pick, state.chosenSystems(facts));
    if (spec.width === "container") spec.height = heightOf(spec, spec.data.values);
    const look = facts.look[state.isDark() ? "dark" : "light"];
    const inner = el("div", { class: "picture", "data-look": state.isDark() ? "dark" : "light" });
    holder.replaceChildren(inner);
    const made = await embed(inner, spec, { actions: false, renderer: "svg", ast: true, logLevel: 1, config: { ...look, background: "transparent" }, tooltip: { theme: state.isDark() ? "dark" : "light" } });
    made.view.addEventListener("click", (_, item) => {
      const at = item?.datum?.row;
      if (typeof at === "number" && facts.rows[at]?.system) nerproof.openRow(facts.rows[at]);
    });
    // The holder's text alternative speaks for the picture; Vega's own roles would name hundreds of marks.
    inner.removeAttribute("role");
    inner.removeAttribute("aria-roledescription");
    inner.removeAttribute("aria-label");
    inner.setAttribute("aria-hidden", "true");
    return made.view;
  };

  const download = async (view, chart, kind, dark) => {
    const name = `${chart.id.replace(/[^\w=-]/g, "_")}.${kind}`;
    if (kind === "png") return nerproof.save(name, await view.toImageURL("png", 2));
    const url = URL.createObjectURL(new Blob([await view.toSVG()], { type: "image/svg+xml" }));
    nerproof.save(name, url);
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };

  const HIDDEN = new Set(["name", "row", "row_best", "low", "high", "x", "y", "order", "small", "pale", "value", "under", "best", "worst", "gap"]);

  const dataTable = (chart, facts, pick) => {
    const values = picked(chart.spec.data.values, pick, state.chosenSystems(facts));
    const keys = nerproof.distinct(values.flatMap((value) => Object.keys(value))).filter((key) => !HIDDEN.has(key) && values.some((v) => v[key] !== "" && v[key] !== undefined));
    const rows = values.map((value) => ({
      name: String(value[keys[0]] ?? ""),
      cells: keys.slice(1).map((key) => ({ sort: key === "text" ? value.value : value[key], node: el("span", { "data-derived": true }, nerproof.name(String(value[key] ?? "–"))) })),
    }));
    return nerproof.table({ caption: chart.title, corner: keys[0], columns: keys.slice(1).map((key) => (key === "text" ? "value" : key)), rows });
  };

  const waiting = new Map();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      waiting.get(entry.target)?.();
      waiting.delete(entry.target);
    }
  }, { rootMargin: "300px" });

  // Only systems that the chart says something about can be picked.
  const pickable = (chart, facts) => {
    const drawn = new Set(chart.spec.data.values.map((value) => value.system));
    return state.chosenSystems(facts).filter((system) => drawn.has(system));
  };

  const pickers = (chart, facts, pick, redraw) => {
    const systems = pickable(chart, facts);
    if (!chart.pick.includes("system") || systems.length < 2) return null;
    return nerproof.choice("System", systems, pick.system, (system) => {
      pick.system = system;
      redraw();
    });
  };

  nerproof.chart = (chart, facts, pick = {}) => {
    if (chart.pick.includes("system")) pick.system ??= pickable(chart, facts)[0];
    const height = heightOf(chart.spec, picked(chart.spec.data.values, pick, state.chosenSystems(facts))) + 60;
    const holder = el("div", { class: "drawing", style: `min-height:${height}px`, id: `chart-${chart.id}`, role: "img", "aria-label": chart.alt });
    let view;
    let finished;
    const ready = new Promise((resolve) => (finished = resolve));
    const table = el("details", { class: "data" }, el("summary", {}, "Data"));
    table.addEventListener("toggle", () => table.open && table.children.length < 2 && table.append(dataTable(chart, facts, pick)));
    const about = el("bdi", {});
    const redraw = async () => {
      about.textContent = pick.system === undefined || facts.systems.length < 2 ? "" : `: ${pick.system}`;
      while (table.children.length > 1) table.lastChild.remove();
      table.open = false;
      view?.finalize();
      view = await draw(holder, chart, facts, pick);
      finished(view);
    };
    const tools = el("div", { class: "chart-tools" }, ["svg", "png"].map((kind) =>
      el("button", { type: "button", onclick: async () => { if (!view) await redraw(); download(view, chart, kind); } }, kind.toUpperCase())));
    const figure = el("figure", { class: chart.wide ? "chart wide" : "chart" },
      el("figcaption", {}, el("span", { class: "title" }, chart.title, about), chart.caption ? el("span", { class: "caption" }, chart.caption) : null),
      el("div", { class: "under" }, pickers(chart, facts, pick, redraw), tools, table), el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": chart.title }, holder));
    waiting.set(holder, redraw);
    watcher.observe(holder);
    figure.redraw = () => (view ? redraw() : undefined);
    figure.ready = ready;
    return figure;
  };

  // Printing takes what is drawn, so the charts out of sight are drawn while nothing else is to be done.
  const drawNext = () => {
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next[0]);
    watcher.unobserve(next[0]);
    next[1]().then(nerproof.drawQuietly);
  };
  nerproof.drawQuietly = () => (window.requestIdleCallback ? requestIdleCallback(drawNext) : setTimeout(drawNext, 50));
  nerproof.drawAll = () => Promise.all([...waiting].map(([holder, go]) => (waiting.delete(holder), watcher.unobserve(holder), go())));
  addEventListener("nerproof-theme", () => document.querySelectorAll("figure.chart").forEach((figure) => figure.redraw()));
})();
