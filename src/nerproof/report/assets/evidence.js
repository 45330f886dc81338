// What the training set has of a name: as what, how often, where; for a new name, the one that looks most like it.
"use strict";
(() => {
  const { el, own, name } = nerproof;
  const MOST = 3; // names shown under one sentence

  const times = (n) => nerproof.write(n, "count");
  const counts = (types) => Object.entries(types).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([type, n], i) => [i ? ", " : "", name(type), ` ${times(n)}×`]);

  const places = (found) =>
    found.map((one) => el("div", {}, el("div", { class: "place" }, `train, sentence ${times(one.number)}`),
      nerproof.drawLine("train", one.tokens, [{ start: one.mention[0], end: one.mention[1], type: one.mention[2] }])));

  const otherwise = (n) => (n ? `; ${times(n)}× unmarked or inside longer names` : "");

  const seen = (text, found) =>
    el("details", { class: "evidence" }, el("summary", {}, "train has ", name(text), " as ", counts(found.types), otherwise(found.otherwise)), places(found.sentences));

  const unseen = (text, found) =>
    el("p", { class: "evidence" }, name(text), " is new", found.otherwise ? `: train has it only unmarked or inside longer names (${times(found.otherwise)}×)` : "",
      found.like ? ["; the most similar name in train is ", name(found.like.name), " (", counts(found.like.types), ")"] : "; no name in train is similar");

  nerproof.evidence = (sentence, units, training) => {
    if (!training) return null;
    const texts = nerproof.distinct(units.filter((unit) => unit.side !== "token").map((unit) => sentence.tokens.slice(unit.start, unit.end).join(" ")));
    return texts.slice(0, MOST).map((text) => {
      const found = own(training, text);
      return found && (found.sentences ? seen(text, found) : unseen(text, found));
    });
  };
})();
