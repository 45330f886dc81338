// A table as CSV, Markdown or LaTeX, read from what is on the screen.
"use strict";
(() => {
  const plain = (node) => node.textContent.trim().replace(/\s+/g, " ");
  const cellText = (cell) => plain(cell.querySelector("[data-main]") || cell);

  // The interval stands in columns of its own in CSV, in brackets elsewhere.
  const bounds = (cell) => [...(cell.querySelector(".ci:not(.ends)")?.querySelectorAll(".num") || [])].map(plain);
  const bracketed = (cell) => (bounds(cell).length === 2 ? `${cellText(cell)} [${bounds(cell).join(", ")}]` : cellText(cell));
  const shown = (table) => [...table.querySelectorAll("tr")].filter((row) => !row.hidden).map((row) => [...row.cells]);

  const spread = (rows) => {
    const wide = rows[0].map((_, i) => rows.slice(1).some((row) => row[i] && bounds(row[i]).length === 2));
    const head = rows[0].flatMap((cell, i) => (wide[i] ? ["", " low", " high"].map((end) => cellText(cell) + end) : [cellText(cell)]));
    return [head, ...rows.slice(1).map((row) => row.flatMap((cell, i) => (wide[i] ? [cellText(cell), ...(bounds(cell).length === 2 ? bounds(cell) : ["", ""])] : [cellText(cell)])))];
  };
  const grid = (table, form) => (form === "CSV" ? spread(shown(table)) : shown(table).map((row) => row.map(bracketed)));

  // A leading =, +, - or @ would be run as a formula by a spreadsheet; a number may start with its sign.
  const guarded = (text) => (/^[=@\t]/.test(text) || (/^[+-]/.test(text) && Number.isNaN(Number(text))) ? `'${text}` : text);
  const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const escaped = (text) => [...text].map((sign) => nerproof.own(nerproof.latex, sign) ?? sign).join("");

  const forms = {
    CSV: (rows) => rows.map((row) => row.map((text) => quoted(guarded(text.replaceAll("−", "-")))).join(",")).join("\n"),
    Markdown: (rows) => {
      const line = (row) => `| ${row.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
      const rule = `|${rows[0].map((_, i) => (i ? " ---: |" : " --- |")).join("")}`;
      return [line(rows[0]), rule, ...rows.slice(1).map(line)].join("\n");
    },
    LaTeX: (rows) => {
      const line = (row) => `${row.map(escaped).join(" & ")} \\\\`;
      return [`\\begin{tabular}{l${"r".repeat(rows[0].length - 1)}}`, "\\toprule", line(rows[0]), "\\midrule", ...rows.slice(1).map(line), "\\bottomrule", "\\end{tabular}"].join("\n");
    },
  };

  const put = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = nerproof.el("textarea", { class: "sr" });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  nerproof.tableAs = (table, form) => forms[form](grid(table, form));
  nerproof.asCsv = forms.CSV;
  nerproof.copyButtons = (table) =>
    nerproof.el("span", { class: "copy" }, "Copy as ",
      Object.keys(forms).map((form) =>
        nerproof.el("button", { type: "button", onclick: async (event) => {
          await put(nerproof.tableAs(table, form));
          nerproof.say(`Table copied as ${form}`);
          event.target.classList.add("done");
          setTimeout(() => event.target.classList.remove("done"), 1200);
        } }, form)));
})();
