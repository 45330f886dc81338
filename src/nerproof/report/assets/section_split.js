// A split's quality card: what its parts share, whether they are balanced, what is in them twice.
"use strict";
nerproof.sections.push({
  id: "split",
  order: 20,
  suites: ["split"],
  title: "The split",
  lead: "A part that shares entities with train tests memory. Shares are of the first part named: how much of it is also in the second.",
  build(facts, charts) {
    const card = facts.extras?.split;
    if (!card) return null;
    const single = card.contamination && card.parts;
    return [
      nerproof.el("div", { class: "grid" }, charts.starting("given-")),
      single ? [this.shared(card), this.byType(card), this.entities(card), this.parts(card), this.histogram(card), this.kinds(card, "frequencies", "Mentions by how often their entity occurs in the corpus (%)", "Times"), this.kinds(card, "lengths", "Mentions by number of tokens (%)", "Tokens"), this.types(card), this.frequent(card), this.twice(card)] : nerproof.tree(card, ["extras", "split"], ""),
    ];
  },
  at: ["extras", "split"],
  number(value, kind, ...path) {
    return { sort: value, node: value === undefined || value === null ? nerproof.el("span", { class: "none" }, "–") : nerproof.number(value, kind, ...this.at, ...path) };
  },
  shared(card) {
    const names = { mention: "mentions", sample_partial: "samples: some shared", sample_full: "samples: all shared", entity: "distinct entities" };
    const random = (way, kind) => this.number(nerproof.own(card.random, way)?.[kind], "score", "random", way, kind);
    const kinds = Object.keys(names).filter((kind) => Object.values(card.contamination).some((rates) => rates[kind]));
    const cell = (way, kind) => this.rate(card.contamination[way][kind], "contamination", way, kind);
    return nerproof.table({
      caption: "Overlap of one part with another (%)", corner: "Part", columns: [...kinds.map((kind) => names[kind]), ["mentions by chance", "in random parts of these sizes"], ["samples by chance", "in random parts of these sizes"]],
      rows: Object.keys(card.contamination).map((way) => ({ name: way.replace("|", " in "), cells: [...kinds.map((kind) => cell(way, kind)), random(way, "mention"), random(way, "sample_partial")] })),
    });
  },
  rate(rate, ...path) {
    if (!rate) return this.number(null);
    const of = nerproof.el("span", { class: "n" }, this.number(rate.count, "count", ...path, "count").node, " of ", this.number(rate.total, "count", ...path, "total").node);
    return { sort: rate.value, node: nerproof.el("span", { class: "cell" }, this.number(rate.value, "score", ...path, "value").node, of) };
  },
  // Of each part but the first, the seen mentions of each type.
  byType(card) {
    const parts = Object.keys(card.seen || {});
    const types = Object.keys(card.types || {});
    if (!parts.length || !types.length) return null;
    return nerproof.table({ caption: `Mentions seen in ${card.order[0]}, by type (%)`, corner: "Type", columns: parts, rows: types.map((type) => ({ name: type, cells: parts.map((part) => this.rate(nerproof.own(card.seen[part].types, type), "seen", part, "types", type)) })) });
  },
  // What remains different: how often the entities of a part occur, and how long its mentions are.
  kinds(card, kind, caption, corner) {
    const parts = card[kind] ? [...card.order, "corpus"] : [];
    if (!parts.length) return null;
    return nerproof.table({ caption, corner, columns: parts, rows: Object.keys(card[kind].corpus).map((bin) => ({ name: bin, cells: parts.map((part) => this.rate(nerproof.own(card[kind][part], bin), kind, part, bin)) })) });
  },
  // The entities that a part shares with the first one, opened on demand.
  entities(card) {
    const { el } = nerproof;
    return Object.keys(card.seen || {}).map((part) => {
      const found = card.seen[part].entities || [];
      if (!found.length) return null;
      const table = nerproof.table({
        caption: `Entities that ${part} shares with ${card.order[0]}`, corner: "Entity", columns: ["type", `mentions in ${part}`, `mentions in ${card.order[0]}`, "where"],
        rows: found.map((one, i) => ({ name: one.surface, cells: [{ sort: one.type, node: nerproof.name(one.type) }, this.number(one.mentions, "count", "seen", part, "entities", i, "mentions"), this.number(one.in_first, "count", "seen", part, "entities", i, "in_first"), { sort: one.places.join(" "), node: el("span", { "data-derived": true }, nerproof.name(one.places.join(", "))) }] })),
      });
      return el("details", { class: "more" }, el("summary", {}, `Shared entities of ${part}`), table);
    });
  },
  histogram(card) {
    const bins = Object.keys(card.histogram || {});
    if (!bins.length) return null;
    const cell = (bin, part) => {
      const one = card.histogram[bin][part];
      const wanted = nerproof.el("span", { class: "n" }, "wanted ", this.number(one.target, "count", "histogram", bin, part, "target").node);
      return { sort: one.count, class: one.within ? null : "warned", node: nerproof.el("span", { class: "cell" }, this.number(one.count, "count", "histogram", bin, part, "count").node, wanted) };
    };
    return nerproof.table({ caption: "Samples by number of mentions (marked: outside the tolerance)", corner: "Mentions", columns: card.order, rows: bins.map((bin) => ({ name: bin, cells: card.order.map((part) => cell(bin, part)) })) });
  },
  parts(card) {
    const keys = [["samples", "samples", "count"], ["sentences", "sentences", "count"], ["tokens", "tokens", "count"], ["mentions", "mentions", "count"], ["share", "share of the corpus (%)", "score"], ["density", "density (corpus = 1)", "number"], ["l1", "distance of its types from the corpus", "number"]];
    return nerproof.table({
      caption: "The parts", corner: "Part", columns: keys.map(([, title]) => title),
      rows: (card.order || Object.keys(card.parts)).map((part) => ({ name: part, cells: keys.map(([key, , kind]) => this.number(card.parts[part][key], kind, "parts", part, key)) })),
    });
  },
  types(card) {
    const types = Object.keys(card.types || {});
    if (!types.length) return null;
    const parts = card.order || Object.keys(card.parts);
    const cell = (type, part) => {
      const one = nerproof.own(card.types[type], part);
      if (!one) return this.number(null);
      const wanted = nerproof.el("span", { class: "n" }, "wanted ", this.number(one.target, "count", "types", type, part, "target").node);
      return { sort: one.count, class: one.within ? null : "warned", node: nerproof.el("span", { class: "cell" }, this.number(one.count, "count", "types", type, part, "count").node, wanted) };
    };
    return nerproof.table({ caption: "Mentions by type and part (marked: outside the tolerance)", corner: "Type", columns: parts, rows: types.map((type) => ({ name: type, cells: parts.map((part) => cell(type, part)) })) });
  },
  frequent(card) {
    if (!card.frequent?.length) return null;
    return nerproof.table({
      caption: "The entities in the most samples: each can be in one part only", corner: "Entity", columns: ["type", "samples", "% of the samples"],
      rows: card.frequent.map((one, i) => ({ name: one.surface, cells: [{ sort: one.type, node: nerproof.name(one.type) }, this.number(one.count, "count", "frequent", i, "count"), this.number(one.value, "score", "frequent", i, "value")] })),
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
      return typeof found === "number" ? this.number(found, "count", "duplicates", kind, "directions", way) : this.number(found?.count, "count", "duplicates", kind, "directions", way, "count");
    };
    const examples = kinds.flatMap((kind) => (card.duplicates[kind].examples || []).map((pair) => el("li", {}, pair.map((one) => el("p", {}, nerproof.name(`${one.part}, ${one.place}: ${one.text}`))))));
    return [
      nerproof.table({ caption: "Sentences that also occur in another part", corner: "Part", columns: kinds.map((kind) => (kind === "exact" ? "verbatim" : "nearly")), rows: ways.map((way) => ({ name: way.replace("|", " in "), cells: kinds.map((kind) => cell(kind, way)) })) }),
      examples.length ? el("details", { class: "more" }, el("summary", {}, "Show them"), el("ul", { class: "notes" }, examples)) : null,
    ];
  },
});
