// Which sentences stand behind a number: the cell's filter, applied to the sentences kept in the report.
"use strict";
(() => {
  const GOLD_ONLY = /recall/;
  const PRED_ONLY = /precision/;

  const overlaps = (a, b) => a[0] < b[1] && b[0] < a[1];
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];

  // What became of a gold mention: correct, type, boundary, both (type and boundary) or missed.
  const fate = (gold, preds) => {
    if (preds.some((p) => same(p, gold) && p[2] === gold[2])) return "correct";
    if (preds.some((p) => same(p, gold))) return "type";
    const near = preds.filter((p) => overlaps(p, gold));
    if (!near.length) return "missed";
    return near.some((p) => p[2] === gold[2]) ? "boundary" : "both";
  };

  const fateOfPrediction = (pred, golds) => {
    if (pred[4]) return "correct";
    const near = golds.filter((g) => overlaps(g, pred));
    if (!near.length) return "spurious";
    if (near.some((g) => same(g, pred))) return "type";
    return near.some((g) => g[2] === pred[2]) ? "boundary" : "both";
  };

  // Of several runs of a system the first one is shown.
  const predsOf = (sentence, system) => sentence.pred[system] || sentence.pred[Object.keys(sentence.pred).find((name) => name.startsWith(`${system}@`))] || [];

  const mentionUnits = (sentence, want) => {
    const preds = predsOf(sentence, want.system);
    const inside = (m) => (want.slice === null || m[3].includes(want.slice)) && (want.label === "ALL" || m[2] === want.label);
    const units = [];
    if (!PRED_ONLY.test(want.metric)) for (const g of sentence.gold) if (inside(g)) units.push({ start: g[0], end: g[1], side: "gold", is: fate(g, preds) });
    if (!GOLD_ONLY.test(want.metric)) {
      for (const p of preds) {
        const is = fateOfPrediction(p, sentence.gold);
        if (inside(p) && (is !== "correct" || PRED_ONLY.test(want.metric))) units.push({ start: p[0], end: p[1], side: "pred", is });
      }
    }
    return units;
  };

  const tokenUnits = (sentence, want) => {
    const name = want.system in (sentence.token_errors || {}) ? want.system : Object.keys(sentence.token_errors || {}).find((one) => one.startsWith(`${want.system}@`));
    const wrong = new Set(sentence.token_errors?.[name] || []);
    const all = want.sliceName === "ALL" ? sentence.tokens.keys() : sentence.token_slices?.[want.slice] || [];
    const typed = (i) => want.label === "ALL" || sentence.gold.some((g) => g[0] <= i && i < g[1] && g[2] === want.label);
    return [...all].filter(typed).map((i) => ({ start: i, end: i + 1, side: "token", is: wrong.has(i) ? "wrong" : "correct" }));
  };

  // A field of the confusion matrix: one gold mention falls into exactly one field of its row.
  const field = (gold, preds) => {
    const exact = preds.filter((p) => same(p, gold));
    if (exact.length) return (exact.find((p) => p[2] === gold[2]) || exact[0])[2];
    return preds.some((p) => overlaps(p, gold)) ? "boundary" : "missed";
  };

  const confusionUnits = (sentence, want) => {
    const preds = predsOf(sentence, want.system);
    if (want.gold === "spurious") {
      const free = (p) => !sentence.gold.some((g) => overlaps(g, p));
      return preds.filter((p) => p[2] === want.pred && free(p)).map((p) => ({ start: p[0], end: p[1], side: "pred", is: "spurious" }));
    }
    return sentence.gold
      .filter((g) => g[2] === want.gold && field(g, preds) === want.pred)
      .map((g) => ({ start: g[0], end: g[1], side: "gold", is: fate(g, preds) }));
  };

  // Gold mentions that one system finds and the other does not.
  const rivalUnits = (sentence, want) =>
    sentence.gold
      .filter((g) => (want.slice === null || g[3].includes(want.slice)) && (want.label === "ALL" || g[2] === want.label))
      .filter((g) => fate(g, predsOf(sentence, want.a)) === "correct" && fate(g, predsOf(sentence, want.b)) !== "correct")
      .map((g) => ({ start: g[0], end: g[1], side: "gold", is: fate(g, predsOf(sentence, want.b)) }));

  const wanted = (query, kept) => {
    const sliceName = query.get("slice") || "ALL";
    const at = kept.slices.indexOf(sliceName);
    return {
      suite: query.get("suite") || "", sliceName, slice: at < 0 ? null : at, label: query.get("label") || "ALL", metric: query.get("metric") || "f1",
      system: query.get("system") || "", gold: query.get("gold"), pred: query.get("pred"), a: query.get("a"), b: query.get("b"),
      is: query.get("is") || "", text: (query.get("q") || "").toLowerCase(),
    };
  };

  const isTokenSet = (want, kept) =>
    want.suite === "hardeval" || (want.slice !== null && kept.items.some((s) => s.token_slices && want.slice in s.token_slices));

  const unitsOf = (want, kept) => {
    if (want.gold !== null) return confusionUnits;
    if (want.a !== null && want.b !== null) return rivalUnits;
    return isTokenSet(want, kept) ? tokenUnits : mentionUnits;
  };

  const good = (want, unit) => !want.is || (want.is === "wrong" ? unit.is !== "correct" : unit.is === want.is);

  // [{ sentence, units }]: those with at least one unit of the filter and, when given, the text.
  const matching = (query, kept) => {
    const want = wanted(query, kept);
    const units = unitsOf(want, kept);
    const whole = !want.suite && !want.label.length;
    const out = [];
    for (const sentence of kept.items) {
      if (want.text && !sentence.tokens.join(" ").toLowerCase().includes(want.text)) continue;
      const found = units(sentence, want).filter((unit) => good(want, unit));
      if (found.length || whole) out.push({ sentence, units: found });
    }
    return out;
  };

  Object.assign(nerproof, { matching, fate, fateOfPrediction, predsOf });
})();
