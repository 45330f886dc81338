// Which sentences stand behind a number: the cell's filter, applied to the sentences kept in the report.
"use strict";
(() => {
  const GOLD_ONLY = /recall/;
  const PRED_ONLY = /precision/;

  // Of several runs of a system the first one is shown.
  const nameIn = (found, system) => found && (Object.hasOwn(found, system) ? system : Object.keys(found).find((one) => one.startsWith(`${system}@`)));
  const runOf = (found, system) => {
    const name = nameIn(found, system);
    return name === undefined || !found ? [] : found[name];
  };
  // A sentence of another dataset says nothing of this system.
  const speaksOf = (sentence, system) => nameIn(sentence.pred, system) !== undefined;
  // Whether any sentence is kept of a system: of annotators, only pairs with the first one have some.
  const shows = (system) => !nerproof.kept || nerproof.kept.items.some((sentence) => speaksOf(sentence, system));
  const predsOf = (sentence, system) => runOf(sentence.pred, system);

  // What became of the i-th gold mention: correct, type, boundary, both (type and boundary) or missed.
  const fieldOf = (sentence, system, i) => runOf(sentence.fate, system)[i] ?? "missed";
  const fate = (sentence, system, i) => {
    const field = fieldOf(sentence, system, i);
    if (field === sentence.gold[i][2]) return "correct";
    return field === "boundary" || field === "both" || field === "missed" ? field : "type";
  };

  const inside = (m, want) => (want.slice === null || m[3].includes(want.slice)) && (want.label === "ALL" || m[2] === want.label);
  const goldUnit = (sentence, i, system) => ({ start: sentence.gold[i][0], end: sentence.gold[i][1], side: "gold", is: fate(sentence, system, i) });
  const numbers = (sentence) => [...sentence.gold.keys()];

  const mentionUnits = (sentence, want) => {
    const units = PRED_ONLY.test(want.metric) ? [] : numbers(sentence).filter((i) => inside(sentence.gold[i], want)).map((i) => goldUnit(sentence, i, want.system));
    if (GOLD_ONLY.test(want.metric)) return units;
    const shown = predsOf(sentence, want.system).filter((p) => inside(p, want) && (!p[4] || PRED_ONLY.test(want.metric)));
    return [...units, ...shown.map((p) => ({ start: p[0], end: p[1], side: "pred", is: p[5] }))];
  };

  const tokenUnits = (sentence, want) => {
    const wrong = new Set(runOf(sentence.token_errors, want.system));
    const own = (slice) => sentence.token_slices?.[slice] || [];
    const whole = () => (want.hard ? nerproof.distinct(want.hard.flatMap(own)).sort((a, b) => a - b) : [...sentence.tokens.keys()]);
    const all = want.sliceName === "ALL" ? whole() : own(want.slice);
    const within = (i) => sentence.gold.some((m) => m[0] <= i && i < m[1] && (want.label === "ALL" || m[2] === want.label));
    const unit = (i) => ({ start: i, end: i + 1, side: "token", is: wrong.has(i) ? "wrong" : "correct" });
    if (want.suite !== "interpreteval") return all.filter((i) => want.label === "ALL" || within(i)).map(unit);
    // Buckets of token attributes hold tokens of mentions only: gold's by its label, the system's by the predicted one.
    const predicted = runOf(sentence.pred_token_slices, want.system)[want.slice] || [];
    if (PRED_ONLY.test(want.metric)) return predicted.map(unit);
    const gold = all.filter(within).map(unit);
    return GOLD_ONLY.test(want.metric) ? gold : [...gold, ...predicted.filter((i) => wrong.has(i)).map(unit)];
  };

  // A field of the confusion matrix: one gold mention falls into exactly one field of its row.
  const confusionUnits = (sentence, want) => {
    if (want.gold === "spurious") {
      const free = predsOf(sentence, want.system).filter((p) => p[5] === "spurious" && p[2] === want.pred);
      return free.map((p) => ({ start: p[0], end: p[1], side: "pred", is: "spurious" }));
    }
    return numbers(sentence).filter((i) => sentence.gold[i][2] === want.gold && fieldOf(sentence, want.system, i) === want.pred).map((i) => goldUnit(sentence, i, want.system));
  };

  // Gold mentions that one system finds and the other does not.
  const rivalUnits = (sentence, want) =>
    numbers(sentence)
      .filter((i) => inside(sentence.gold[i], want) && fate(sentence, want.a, i) === "correct" && fate(sentence, want.b, i) !== "correct")
      .map((i) => goldUnit(sentence, i, want.b));

  const wanted = (query, kept) => {
    const sliceName = query.get("slice") || "ALL";
    const at = kept.slices.indexOf(sliceName);
    return {
      suite: query.get("suite") || "", sliceName, slice: at < 0 ? null : at, label: query.get("label") || "ALL", metric: query.get("metric") || "f1",
      system: query.get("system") || "", gold: query.get("gold"), pred: query.get("pred"), a: query.get("a"), b: query.get("b"),
      // The score of hardeval is the mean over these two sets.
      hard: query.get("suite") === "hardeval" && query.get("metric") === "score" ? ["unseen", "diff"].map((name) => kept.slices.indexOf(name)) : null,
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
    const about = want.a !== null && want.b !== null ? [want.a, want.b] : [want.system];
    for (const sentence of kept.items) {
      if (!about.every((system) => speaksOf(sentence, system))) continue;
      if (want.text && !sentence.tokens.join(" ").toLowerCase().includes(want.text)) continue;
      const found = units(sentence, want).filter((unit) => good(want, unit));
      if (found.length || whole) out.push({ sentence, units: found });
    }
    return [...out.filter(isWrong), ...out.filter((item) => !isWrong(item))];
  };

  // Errors come first: they are what a reader looks for.
  const isWrong = ({ units }) => units.some((unit) => unit.is !== "correct");

  Object.assign(nerproof, { matching, predsOf, shows, speaksOf, fieldOf });
})();
