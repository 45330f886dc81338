// How numbers are written: the same rules, digit by digit, as report/numbers.py.
"use strict";
(() => {
  const UNDEFINED = "–";
  // Half-up on the decimal digits one sees, not on the binary fraction behind them.
  const rounded = (value, places, shift) => {
    const [digits, exponent = "0"] = String(Math.abs(value)).split("e");
    const whole = Math.round(Number(`${digits}e${Number(exponent) + shift + places}`));
    const number = Number(`${whole}e${-places}`);
    return { negative: value < 0 && number !== 0, number, text: number.toFixed(places) };
  };
  const signed = (r, text = r.text) => (r.negative ? "−" : "") + text;

  const writers = {
    score: (v) => signed(rounded(v, 1, 2)),
    points: (v) => {
      const r = rounded(v, 1, 2);
      return (!r.negative && r.number > 0 ? "+" : "") + signed(r);
    },
    size: (v) => writers.score(Math.abs(v)),
    negated: (v) => writers.points(-v),
    whole: (v) => signed(rounded(v, 0, 2)),
    count: (v) => {
      const r = rounded(v, Number.isInteger(v) ? 0 : 1, 0);
      const [head, tail] = r.text.split(".");
      return signed(r, head.replace(/\d(?=(\d{3})+$)/g, "$&,") + (tail ? `.${tail}` : ""));
    },
    p: (v) => (v < 0.001 ? "<0.001" : rounded(v, 3, 0).text),
    coefficient: (v) => signed(rounded(v, 2, 0)),
    number: (v) => {
      const r = rounded(v, 3, 0);
      return signed(r, r.text.replace(/\.?0+$/, ""));
    },
  };

  nerproof.write = (value, kind) => {
    if (value === null || value === undefined) return UNDEFINED;
    return typeof value === "number" ? writers[kind](value) : String(value);
  };
  // Metric names as people write them: report/numbers.py made the list; the JSON's own name stays in the title.
  nerproof.metricName = (metric) => nerproof.own(nerproof.words, metric) || metric;
  nerproof.kind = (facts, metric) => (Object.hasOwn(facts.kinds, metric) && facts.kinds[metric]) || "score";
})();
