// A sentence drawn with its mentions: types in letters, not by colour alone; nested ones within one another.
"use strict";
(() => {
  const { el } = nerproof;
  const GROUNDS = 8;
  const numbers = new Map();

  const ground = (type) => {
    if (!numbers.has(type)) numbers.set(type, numbers.size % GROUNDS);
    return numbers.get(type);
  };

  // Mentions that cross others cannot be drawn inside them: they go on a line of their own.
  const layers = (mentions) => {
    const sorted = [...mentions].sort((a, b) => a.start - b.start || b.end - a.end);
    const out = [];
    for (const mention of sorted) {
      const fits = (layer) => layer.every((m) => m.end <= mention.start || mention.end <= m.start || (m.start <= mention.start && mention.end <= m.end));
      const layer = out.find(fits);
      if (layer) layer.push(mention);
      else out.push([mention]);
    }
    return out.length ? out : [[]];
  };

  const mark = (mention) => {
    const wrong = mention.is && mention.is !== "correct";
    return el("mark", { class: `span g${ground(mention.type)}${wrong ? " wrong" : ""}${mention.hit ? " hit" : ""}`, title: mention.is || null });
  };

  const kindOf = (mention) => el("span", { class: "kind" }, mention.is && mention.is !== "correct" ? "✗ " : "", nerproof.name(mention.type));

  const drawLayer = (tokens, layer, hits) => {
    const line = el("span", { class: "tokens", dir: "auto" });
    const open = [{ node: line, end: Infinity }];
    let next = 0;
    tokens.forEach((token, i) => {
      while (next < layer.length && layer[next].start === i) {
        const node = mark(layer[next]);
        open.at(-1).node.append(node);
        open.push({ node, end: layer[next].end, mention: layer[next++] });
      }
      open.at(-1).node.append(el("bdi", hits.has(i) ? { class: "token-hit" } : {}, token));
      while (open.at(-1).end <= i + 1) {
        const closed = open.pop();
        closed.node.append(" ", kindOf(closed.mention));
      }
      open.at(-1).node.append(" ");
    });
    return line;
  };

  const drawLine = (who, tokens, mentions, hits = new Set()) =>
    layers(mentions).map((layer, i) => el("div", { class: "line" }, el("span", { class: "who" }, i ? "also" : nerproof.name(who)), drawLayer(tokens, layer, hits)));

  nerproof.drawLine = drawLine;

  const goldMentions = (sentence, units) =>
    sentence.gold.map((g) => ({ start: g[0], end: g[1], type: g[2], hit: units.some((u) => u.side === "gold" && u.start === g[0] && u.end === g[1]) }));

  const predMentions = (sentence, system, units) =>
    nerproof.predsOf(sentence, system).map((p) => ({
      start: p[0], end: p[1], type: p[2], is: p[5],
      hit: units.some((u) => u.side === "pred" && u.start === p[0] && u.end === p[1]),
    }));

  const tokenHits = (units) => new Set(units.filter((u) => u.side === "token").map((u) => u.start));

  nerproof.drawSentence = ({ sentence, units }, systems, first, training) =>
    el("article", { class: "sentence", tabindex: "0" },
      el("div", { class: "place", title: sentence.place }, nerproof.name(sentence.place.split(/[\\/]/).at(-1)), sentence.document ? [" · ", nerproof.name(sentence.document)] : null),
      drawLine("gold", sentence.tokens, goldMentions(sentence, units), tokenHits(units)),
      systems.filter((system) => system === first || nerproof.speaksOf(sentence, system)).map((system) => drawLine(system, sentence.tokens, predMentions(sentence, system, system === first ? units : []))),
      nerproof.evidence(sentence, units, training));
})();
