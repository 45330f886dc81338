// Tables that sort by any column; a cell is a number of the JSON with its interval, and opens its sentences.
"use strict";
(() => {
  const { el } = nerproof;
  const SMALL = 30;
  const MANY = 14; // lines; more scroll

  const interval = (facts, at, kind) => {
    const row = facts.rows[at];
    if (row.low === null || row.low === undefined || row.high === null || row.high === undefined) return null;
    return el("span", { class: "ci" }, nerproof.number(row.low, kind, "rows", at, "low"), " to ", nerproof.number(row.high, kind, "rows", at, "high"));
  };

  const size = (facts, at) => {
    const row = facts.rows[at];
    const key = typeof row.total === "number" ? "total" : "n_gold";
    if (typeof row[key] !== "number" || row.value === null) return null;
    return el("span", { class: row[key] < SMALL ? "n small" : "n", title: row[key] < SMALL ? "small sample" : null }, "n ", nerproof.number(row[key], "count", "rows", at, key));
  };

  const spread = (facts, at, kind) => {
    const row = facts.rows[at];
    if (typeof row.sd !== "number") return null;
    return el("span", { class: "ci ends" }, "± ", nerproof.number(row.sd, kind === "points" ? "score" : kind, "rows", at, "sd"));
  };

  // Self-diagnosis: which bucket is worst and which is best.
  const ends = (row) => (row.best && row.worst ? el("span", { class: "ci ends" }, nerproof.name(row.worst.split(":").at(-1)), " to ", nerproof.name(row.best.split(":").at(-1))) : null);

  // A cell from a row's number; `plain` leaves out interval and size, `still` opens nothing.
  const cell = (facts, at, { plain = false, still = false, kind } = {}) => {
    if (at === undefined || at === null) return { sort: null, node: el("span", { class: "none", "data-main": true }, "–") };
    const row = facts.rows[at];
    const how = kind || nerproof.kind(facts, row.metric);
    const main = nerproof.number(row.value, how, "rows", at, "value");
    main.dataset.main = "";
    const shown = row.system && !still ? el("button", { type: "button", class: "open", onclick: () => nerproof.openRow(row) }, main) : main;
    return { sort: row.value, at, node: el("span", { class: "cell" }, shown, ends(row), plain ? null : [spread(facts, at, how), interval(facts, at, how), size(facts, at)]) };
  };

  const compare = (a, b) => {
    const none = (x) => x === null || x === undefined;
    if (none(a) || none(b)) return none(a) - none(b);
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  };

  const sortBy = (table, column, button) => {
    const head = button.closest("th");
    const down = head.getAttribute("aria-sort") === "descending";
    for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows];
    const sign = down ? 1 : -1;
    const undefinedLast = (x, y) => (x === null || x === undefined) - (y === null || y === undefined);
    rows.sort((x, y) => undefinedLast(x.keys[column], y.keys[column]) || sign * compare(x.keys[column], y.keys[column]));
    table.tBodies[0].append(...rows);
  };

  const heading = (table, text, i, title, kind) => {
    const button = el("button", { type: "button", class: kind ? `sort ${kind}` : "sort", title: title || null }, text instanceof Node ? text : nerproof.name(text));
    button.addEventListener("click", () => sortBy(table, i, button));
    return el("th", { scope: "col" }, button);
  };

  // rows: [{ name, cells: [{ sort, node }] }]; the first column holds the names.
  nerproof.table = ({ caption, corner, columns, rows, kind = "", mark }) => {
    const table = el("table", { class: `scores ${kind}${columns.length > 7 ? " dense" : ""}${columns.length > 14 ? " crowded" : ""}` });
    table.append(el("caption", { class: "sr" }, caption));
    table.append(el("thead", {}, el("tr", {}, [corner, ...columns].map((text, i) => {
      const [shown, title] = Array.isArray(text) ? text : [text];
      return heading(table, shown, i, title, rows[0]?.cells[i - 1]?.class === "text" ? "text" : "");
    }))));
    const body = el("tbody", {});
    for (const row of rows) {
      const tr = el("tr", {}, el("th", { scope: "row" }, row.name instanceof Node ? row.name : nerproof.name(row.name)), row.cells.map((c) => el("td", { class: c.class || null }, c.node)));
      tr.keys = [row.key ?? (row.name instanceof Node ? row.name.textContent : row.name), ...row.cells.map((c) => c.sort)];
      body.append(tr);
    }
    table.append(body);
    return el("div", { class: "table" }, el("p", { class: "table-title", "aria-hidden": "true" }, caption), el("div", { class: rows.length > MANY ? "scroll tall" : "scroll", tabindex: "0", role: "region", "aria-label": caption }, table), el("div", { class: "table-tools" }, nerproof.copyButtons(table)));
  };
  nerproof.cell = cell;
})();
