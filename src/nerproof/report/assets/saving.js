// The sentences that a drill-down shows, as a file: JSONL with everything, CSV with a line per counted mention or token.
"use strict";
(() => {
  const unit = (sentence, one) => ({ ...one, text: sentence.tokens.slice(one.start, one.end).join(" ") });
  const line = ({ sentence, units }, systems) => ({
    place: sentence.place, document: sentence.document, tokens: sentence.tokens, gold: sentence.gold.map((g) => g.slice(0, 3)),
    predicted: Object.fromEntries(systems.map((system) => [system, nerproof.predsOf(sentence, system).map((p) => p.slice(0, 3))])),
    counted: units.map((one) => unit(sentence, one)),
  });
  const typeOf = (sentence, one, system) => {
    const same = (m) => m[0] === one.start && m[1] === one.end;
    return ((one.side === "gold" ? sentence.gold : nerproof.predsOf(sentence, system)).find(same) || [])[2] || "";
  };

  const forms = {
    JSONL: (found, systems) => found.map((one) => `${JSON.stringify(line(one, systems))}\n`).join(""),
    CSV: (found, systems) => {
      const rows = found.flatMap(({ sentence, units }) => units.map((one) =>
        [sentence.place, one.side, String(one.start), String(one.end), sentence.tokens.slice(one.start, one.end).join(" "), typeOf(sentence, one, systems[0]), one.is, sentence.tokens.join(" ")]));
      return `${nerproof.asCsv([["place", "side", "start", "end", "text", "type", "outcome", "sentence"], ...rows])}\n`;
    },
  };

  nerproof.saveButtons = (found, systems) =>
    nerproof.el("span", { class: "copy" }, "Download ", Object.keys(forms).map((form) =>
      nerproof.el("button", { type: "button", onclick: () => {
        const url = URL.createObjectURL(new Blob([forms[form](found, systems)], { type: "text/plain;charset=utf-8" }));
        nerproof.save(`sentences.${form.toLowerCase()}`, url);
        setTimeout(() => URL.revokeObjectURL(url), 1000);
      } }, form)));
})();
