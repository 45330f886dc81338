// A split's quality card: what its parts share, whether they are balanced, what is in them twice.
"use strict";
(() => {
const quality = {
  at: ["extras", "split"],
  number(value, kind, ...path) {
    return { sort: value, node: value === undefined || value === null ? nerproof.el("span", { class: "none" }, "–") : nerproof.number(value, kind, ...quality.at, ...path) };
  },
  shared(card) {
    const names = { mention: "mentions", sample_partial: "samples with one", sample_full: "samples, all seen", entity: "distinct entities" };
    const random = (way, kind) => quality.number(nerproof.own(card.random, way)?.[kind], "score", "random", way, kind);
    const kinds = Object.keys(names).filter((kind) => Object.values(card.contamination).some((rates) => rates[kind]));
    const cell = (way, kind) => quality.rate(card.contamination[way][kind], "contamination", way, kind);
    return nerproof.table({
      caption: "Overlap of one part with another (%)", corner: "Part", columns: [...kinds.map((kind) => names[kind]), ["mentions, random", "in random parts of these sizes"], ["samples, random", "in random parts of these sizes"]],
      rows: Object.keys(card.contamination).map((way) => ({ name: way.replace("|", " in "), cells: [...kinds.map((kind) => cell(way, kind)), random(way, "mention"), random(way, "sample_partial")] })),
    });
  },
  // One line per set (fold): its test set against its training set.
  sets(card) {
    const cells = (name, one) => {
      const at = ["sets", name], way = "test|train";
      const random = (kind) => quality.number(one.random?.[way]?.[kind], "score", ...at, "random", way, kind);
      const rate = (kind) => quality.rate(one.contamination?.[way]?.[kind], ...at, "contamination", way, kind);
      return [rate("mention"), random("mention"), rate("sample_partial"), random("sample_partial"), quality.number(one.parts?.test?.density, "number", ...at, "parts", "test", "density")];
    };
    return nerproof.table({
      caption: "Overlap of test with train in each set (%)", corner: "Set", columns: ["mentions", "mentions, random", "samples with one", "samples, random", "density (corpus = 1)"],
      rows: Object.entries(card.sets).map(([name, one]) => ({ name, cells: cells(name, one) })),
    });
  },
  rate(rate, ...path) {
    if (!rate) return quality.number(null);
    const of = nerproof.el("span", { class: "n" }, quality.number(rate.count, "count", ...path, "count").node, " of ", quality.number(rate.total, "count", ...path, "total").node);
    return { sort: rate.value, node: nerproof.el("span", { class: "cell" }, quality.number(rate.value, "score", ...path, "value").node, of) };
  },
  // Of each part but the first, the seen mentions of each type.
  byType(card) {
    const parts = Object.keys(card.seen || {});
    const types = Object.keys(card.types || {});
    if (!parts.length || !types.length) return null;
    return nerproof.table({ caption: `Mentions seen in ${card.order[0]}, by type (%)`, corner: "Type", columns: parts, rows: types.map((type) => ({ name: type, cells: parts.map((part) => quality.rate(nerproof.own(card.seen[part].types, type), "seen", part, "types", type)) })) });
  },
  // What remains different: how often the entities of a part occur, and how long its mentions are.
  kinds(card, kind, caption, corner) {
    const parts = card[kind] ? [...card.order, "corpus"] : [];
    if (!parts.length) return null;
    return nerproof.table({ caption, corner, columns: parts, rows: Object.keys(card[kind].corpus).map((bin) => ({ name: bin, cells: parts.map((part) => quality.rate(nerproof.own(card[kind][part], bin), kind, part, bin)) })) });
  },
  // The entities that a part shares with the first one, opened on demand.
  entities(card) {
    const { el } = nerproof;
    return Object.keys(card.seen || {}).map((part) => {
      const found = card.seen[part].entities || [];
      if (!found.length) return null;
      const table = nerproof.table({
        caption: `Entities that ${part} shares with ${card.order[0]}`, corner: "Entity", columns: ["type", `mentions in ${part}`, `mentions in ${card.order[0]}`, "where"],
        rows: found.map((one, i) => ({ name: one.surface, cells: [{ sort: one.type, node: nerproof.name(one.type) }, quality.number(one.mentions, "count", "seen", part, "entities", i, "mentions"), quality.number(one.in_first, "count", "seen", part, "entities", i, "in_first"), { sort: one.places.join(" "), node: el("span", { "data-derived": true }, nerproof.name(one.places.join(", "))) }] })),
      });
      return el("details", { class: "more" }, el("summary", {}, `Shared entities of ${part}`), table);
    });
  },
  parts(card) {
    const keys = [["samples", "samples", "count"], ["sentences", "sentences", "count"], ["tokens", "tokens", "count"], ["mentions", "mentions", "count"], ["share", "share of the corpus (%)", "score"], ["density", "density (corpus = 1)", "number"], ["l1", "distance of its types from the corpus", "number"]];
    return nerproof.table({
      caption: "The parts", corner: "Part", columns: keys.map(([, title]) => title),
      rows: (card.order || Object.keys(card.parts)).map((part) => ({ name: part, cells: keys.map(([key, , kind]) => quality.number(card.parts[part][key], kind, "parts", part, key)) })),
    });
  },
  // Counts by part beside what was wanted: of types, or of samples by their number of mentions.
  wanted(card, key, corner, caption) {
    const names = Object.keys(card[key] || {});
    if (!names.length) return null;
    const cell = (name, part) => {
      const one = nerproof.own(card[key][name], part);
      if (!one) return quality.number(null);
      const wanted = nerproof.el("span", { class: "n" }, "wanted ", quality.number(one.target, "count", key, name, part, "target").node);
      return { sort: one.count, class: one.within ? null : "warned", node: nerproof.el("span", { class: "cell" }, quality.number(one.count, "count", key, name, part, "count").node, wanted) };
    };
    return nerproof.table({ caption: `${caption} (marked: outside the tolerance)`, corner, columns: card.order, rows: names.map((name) => ({ name, cells: card.order.map((part) => cell(name, part)) })) });
  },
  frequent(card) {
    if (!card.frequent?.length) return null;
    return nerproof.table({
      caption: "The entities in the most samples: each can be in one part only", corner: "Entity", columns: ["type", "samples", "% of the samples"],
      rows: card.frequent.map((one, i) => ({ name: one.surface, cells: [{ sort: one.type, node: nerproof.name(one.type) }, quality.number(one.count, "count", "frequent", i, "count"), quality.number(one.value, "score", "frequent", i, "value")] })),
    });
  },
  // Sentences that occur in two parts, verbatim or nearly so.
  twice(card) {
    const kinds = ["exact", "near"].filter((kind) => card.duplicates?.[kind]?.directions);
    if (!kinds.length) return null;
    const { el } = nerproof;
    const ways = Object.keys(card.duplicates[kinds[0]].directions);
    const cell = (kind, way) => {
      const found = card.duplicates[kind].directions[way];
      return typeof found === "number" ? quality.number(found, "count", "duplicates", kind, "directions", way) : quality.number(found?.count, "count", "duplicates", kind, "directions", way, "count");
    };
    const examples = kinds.flatMap((kind) => (card.duplicates[kind].examples || []).map((pair) => el("li", {}, pair.map((one) => el("p", {}, nerproof.name(`${one.part}, ${one.place}: ${one.text}`))))));
    return [
      nerproof.table({ caption: "Sentences that also occur in another part", corner: "Part", columns: kinds.map((kind) => (kind === "exact" ? "verbatim" : "nearly")), rows: ways.map((way) => ({ name: way.replace("|", " in "), cells: kinds.map((kind) => cell(kind, way)) })) }),
      examples.length ? el("details", { class: "more" }, el("summary", {}, "Show them"), el("ul", { class: "notes" }, examples)) : null,
    ];
  },
};

// One question: a figure, a table, and the rest folded. Figures are told by their ids.
quality.section = (section, { figure, table, folded }) => ({
  ...section,
  build(facts, charts) {
    const found = facts.extras?.split;
    if (found?.sets) return section.id === "split" ? [quality.sets(found)] : null;
    if (!found?.contamination || !found.parts) return section.id === "split" && found ? [nerproof.tree(found, quality.at, "")] : null;
    const drawn = (...ends) => charts.starting("given-", (id) => ends.some((end) => end.test(id)));
    const parts = [figure ? drawn(figure) : null, table(found), folded ? nerproof.fold(`${section.id}-numbers`, folded.what, folded.nodes(found, drawn)) : null];
    return parts.flat(Infinity).some(Boolean) ? parts : null;
  },
});

nerproof.sections.push(
  quality.section(
    { id: "split", order: 20, suites: ["split"], title: "How much do the parts share?", lead: "A part that shares entities with train tests memory. Shares are of the first part named: how much of it is also in the second." },
    {
      figure: /overlap-in-mentions/, table: (found) => quality.shared(found),
      folded: { what: "overlap in sentences and by type, shared entities, frequent entities", nodes: (found, drawn) => [drawn(/overlap-in-(?!mentions)/), quality.byType(found), quality.entities(found), quality.frequent(found)] },
    }),
  quality.section({ id: "split-twice", order: 21, title: "Which sentences are in two parts?", lead: "Sentences of one part that also occur in another, verbatim or nearly so." }, { table: (found) => quality.twice(found) }),
  quality.section(
    { id: "split-balance", order: 22, title: "Are the parts alike?", lead: "How many mentions each part has, and of which types, against what its size lets expect." },
    {
      figure: /expected/, table: (found) => quality.parts(found),
      folded: { what: "mentions per sentence, frequency and length of entities, types", nodes: (found, drawn) => [drawn(/mentions-per-(?!type)/), quality.wanted(found, "histogram", "Mentions", "Samples by number of mentions"), quality.kinds(found, "frequencies", "Mentions by how often their entity occurs in the corpus (%)", "Times"), quality.kinds(found, "lengths", "Mentions by number of tokens (%)", "Tokens"), quality.wanted(found, "types", "Type", "Mentions by type and part")] },
    }),
);
})();
