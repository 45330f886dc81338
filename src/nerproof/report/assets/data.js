// Data blocks: base64 of gzip of JSON, decoded when needed.
"use strict";
(() => {
  const bytesOf = (text) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return bytes;
  };

  const textOf = async (name) => {
    const block = document.getElementById(`block-${name}`);
    const stream = new Blob([bytesOf(block.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    block.textContent = "";
    return text;
  };

  const once = (make) => {
    let made;
    return () => (made ??= make());
  };

  // Columns back to rows; what is null or missing in the JSON is missing here, but for values.
  const rowsOf = ({ n, columns }) => {
    const rows = Array.from({ length: n }, () => ({}));
    for (const [key, column] of Object.entries(columns)) {
      if (column.texts) column.at.forEach((at, i) => at >= 0 && (rows[i][key] = column.texts[at]));
      else column.values.forEach((value, i) => (value !== null || key === "value") && (rows[i][key] = value));
    }
    return rows;
  };

  // Rows about the data alone are told apart by their dataset.
  nerproof.who = (row) => row.system || row.dataset || "";

  const keyOf = (suite, system, slice, label, metric) => JSON.stringify([suite, system || "", slice, label, metric]);

  const indexOf = (rows) => {
    const index = new Map();
    rows.forEach((row, i) => {
      const key = keyOf(row.suite, nerproof.who(row), row.slice, row.label, row.metric);
      if (!row.other && !index.has(key)) index.set(key, i);
    });
    return index;
  };

  nerproof.result = once(async () => {
    const facts = JSON.parse(await textOf("result"));
    facts.rows = rowsOf(facts.rows);
    nerproof.words = facts.words;
    nerproof.latex = facts.latex; // signs as LaTeX takes them: report/numbers.py made the list
    facts.index = indexOf(facts.rows);
    facts.at = (suite, system, slice, label, metric) => facts.index.get(keyOf(suite, system, slice, label, metric));
    const suites = new Map();
    facts.rows.forEach((row, at) => suites.get(row.suite)?.push(at) ?? suites.set(row.suite, [at]));
    facts.of = (suite) => (suites.get(suite) || []).map((at) => ({ ...facts.rows[at], at }));
    return facts;
  });
  nerproof.sentences = once(async () => JSON.parse(await textOf("sentences")));
  nerproof.charts = once(async () => JSON.parse(await textOf("charts")));
  nerproof.vega = once(async () => {
    const script = document.createElement("script");
    script.textContent = await textOf("vega");
    document.head.append(script);
    return window.vegaEmbed;
  });
})();
