// The order of the page: the questions a reader has. Each is answered by its findings, one figure and one table; every other number is folded under it.
"use strict";
(() => {
  const { el } = nerproof;

  // A file section_NAME.js is one section: it pushes itself, names its question (or none) and its place (order); it may push a question of its own, too.
  nerproof.questions.push(
    {
      id: "new-names", order: 10, title: "Does it find new names?", finding: "new-names", figures: ["type-memory", "tough-rates"],
      lead: "How many of the gold mentions a system finds, by whether the training set has them.",
      table: (facts) => nerproof.pivot(facts, { suite: "tmr", metric: "recall", slices: ["SEEN", "UNSEEN-ANY", "UNSEEN-TYPE", "UNSEEN-TOKENS"], worded: true, caption: "Recall on seen and on new names", names: nerproof.section("tough").names }),
    },
    {
      id: "ambiguity", order: 20, title: "Does it handle ambiguous words and names?", finding: "ambiguity", figures: ["hard-rates"],
      lead: "A name is ambiguous when it has two or more types in the test set; a word is hard when the training set lacks it or mostly labels it otherwise.",
      table: (facts) => nerproof.pivot(facts, { suite: "tmr", metric: "recall", slices: ["ALL", "TCM-ALL", "TCM-SEEN", "TCM-UNSEEN"], worded: true, caption: "Recall on ambiguous names", names: nerproof.section("tough").names }),
    },
    {
      id: "weak-spots", order: 30, title: "What makes it fail?", finding: "weak-spots", figures: ["self-diagnosis"],
      lead: "Mentions are sorted into buckets by length, frequency, density and consistency; where the buckets of an attribute differ, it matters.",
    },
    {
      id: "other-names", order: 40, title: "Does it survive other names and other contexts?", finding: "attacks", figures: ["attack-scores"],
      lead: "The same test set with its names, its context words or both replaced by others.",
      table: (facts) => nerproof.pivot(facts, { suite: "rockner", metric: "drop_f1", slices: nerproof.distinct(facts.rows.filter((row) => row.metric === "drop_f1" && !/[/&:=]/.test(row.slice)).map((row) => row.slice)), caption: "Points of F1 lost", names: nerproof.section("attacks").settings, best: false }),
    },
    {
      id: "fair-test", order: 50, title: "Is this test fair?", finding: "fair-test", figures: ["contamination-entities", "tough-composition"],
      lead: "How much of the test set the training set already has.",
      table: (facts) => nerproof.section("contamination").inShort(facts),
    },
    {
      id: "by-type", order: 60, title: "How does it do on each type?", finding: "types", figures: [],
      lead: "One line per entity type, the lowest F1 first: its scores, what its mentions become when they are wrong, where it is worst, and three errors.",
      table: (facts) => nerproof.typeTable(facts),
    },
  );

  const byOrder = (a, b) => a.order - b.order;
  nerproof.questions.sort(byOrder);
  nerproof.sections.sort(byOrder);
  nerproof.section = (id) => nerproof.sections.find((section) => section.id === id);
  nerproof.partsOf = (question) => nerproof.sections.filter((section) => section.question === question.id);
  nerproof.questionOf = (id) => nerproof.questions.find((question) => question.id === nerproof.section(id)?.question);

  const sentencesOf = (facts, finding) => {
    const row = (finding.rows || []).map((at) => facts.rows[at]).find((one) => one?.system && one.slice === (finding.slice ?? "ALL")) || (finding.rows || []).map((at) => facts.rows[at]).find((one) => one?.system);
    return row && facts.has_sentences ? [" ", el("button", { type: "button", class: "open sentences", onclick: () => nerproof.openRow(row) }, "sentences")] : null;
  };

  // The findings of a question; the first unfolded.
  nerproof.findingList = (facts, question) => {
    const chosen = nerproof.state.chosenSystems(facts);
    const about = (finding) => [finding.system || []].flat().every((system) => chosen.includes(system) || !facts.systems.includes(system));
    const found = (facts.findings || []).filter((finding) => finding.question === question && about(finding));
    const line = (finding) => el("li", { class: finding.severity }, nerproof.name(finding.text), sentencesOf(facts, finding));
    const list = (part) => el("ul", { class: "answers findings" }, part.map(line));
    if (!found.length) return null;
    const more = found.slice(1);
    return [list(found.slice(0, 1)), more.length ? el("details", { class: "more" }, el("summary", {}, `${more.length} more`), list(more)) : null];
  };

  const figureOf = (question, charts) => {
    for (const id of question.figures) {
      const found = [charts(id)].filter(Boolean);
      if (found.length) return [id, found];
    }
    return [null, null];
  };

  // A figure that stands unfolded is not drawn again among the folded ones.
  const without = (charts, used) => Object.assign((id, pick) => (id === used ? null : charts(id, pick)), { starting: (start, keep) => charts.starting(start, (id) => id !== used && (!keep || keep(id))) });

  // A figure and a table share the width where there is room.
  nerproof.sideBySide = (figure, table) => {
    const both = [figure, table].map((part) => [part].flat(Infinity).filter(Boolean)).filter((part) => part.length);
    return both.length ? el("div", { class: both.length > 1 ? "pair" : "pair single" }, both.map((part) => el("div", {}, part))) : null;
  };

  nerproof.ask = (question, facts, charts, build) => {
    const [used, figure] = figureOf(question, charts);
    const parts = nerproof.partsOf(question).map((section) => build(section, without(charts, used))).filter(Boolean);
    const found = nerproof.findingList(facts, question.finding);
    if (!parts.length && !found) return null;
    const names = nerproof.partsOf(question).filter((section) => parts.some((part) => part.id === section.id)).map((section) => section.title);
    return [
      found || el("p", { class: "lead" }, question.lead),
      nerproof.sideBySide(figure, question.table?.(facts)),
      nerproof.fold(`${question.id}-numbers`, names.join(", "), parts),
    ];
  };

  const WRONG = { missed: "missed", boundary: "wrong boundary", both: "wrong type and boundary" };

  // What the mentions of a type become when they are not right: the largest fields of the confusion matrix.
  const confusedWith = (facts, system, label) => {
    const row = nerproof.own(nerproof.own(facts.extras?.confusion, system), label) || {};
    const wrong = Object.entries(row).filter(([pred]) => pred !== label).sort((a, b) => b[1] - a[1]).slice(0, 2);
    const node = (pred, n) => el("button", { type: "button", class: "open", onclick: () => nerproof.state.go("sentences", { gold: label, pred, system }) }, WRONG[pred] || nerproof.name(`as ${pred}`), " ", nerproof.number(n, "count", "extras", "confusion", system, label, pred));
    return { sort: wrong[0]?.[1] ?? 0, class: "text", node: lines(wrong.map(([pred, n]) => node(pred, n))) };
  };

  // Every gold mention of each type, with what the system made of it, from the sentences that the report keeps.
  const outcomesOf = (system) => {
    const found = new Map();
    for (const sentence of nerproof.kept?.items || []) {
      if (!nerproof.speaksOf(sentence, system)) continue;
      sentence.gold.forEach((mention, i) => {
        if (!found.has(mention[2])) found.set(mention[2], []);
        found.get(mention[2]).push({ sentence, mention, is: nerproof.fieldOf(sentence, system, i) });
      });
    }
    return found;
  };

  const none = () => el("span", { class: "none" }, "–");
  const lines = (nodes) => el("span", { class: "cell" }, nodes.length ? nodes.map((node) => el("span", { class: "becomes" }, node)) : none());

  // Three mentions of a type that the system gets wrong, with what it made of them; each opens its sentences.
  const errorsOf = (system, label, outcomes) => {
    const texts = new Map();
    for (const { sentence, mention, is } of outcomes) {
      const text = sentence.tokens.slice(mention[0], mention[1]).join(" ");
      if (is !== label && text.length < 40 && !texts.has(text)) texts.set(text, is);
      if (texts.size === 3) break;
    }
    const node = ([text, is]) => [el("button", { type: "button", class: "open", onclick: () => nerproof.state.go("sentences", { suite: "standard", label, system, metric: "recall", is: "wrong", q: text }) }, nerproof.name(text)), el("span", { class: "ci-inline" }, " ", WRONG[is] || nerproof.name(`as ${is}`))];
    return { sort: outcomes.filter(({ is }) => is !== label).length, class: "text", node: lines([...texts].map(node)) };
  };

  // The bucket of an attribute in which fewest mentions of a type are found: of thirty or more, and fewer than of the
  // type's other mentions beyond chance (two proportions; exp(-z²/2) is above the two-sided p, times the buckets tried).
  const LEAST = 30;
  const worstOf = (facts, slices, system, label, outcomes) => {
    const buckets = new Map(slices.map((slice) => [nerproof.kept.slices.indexOf(slice), { slice, n: 0, right: 0 }]));
    const all = { n: outcomes.length, right: outcomes.filter(({ is }) => is === label).length };
    for (const { mention, is } of outcomes) {
      for (const at of mention[3]) {
        const bucket = buckets.get(at);
        if (bucket) (bucket.n += 1), (bucket.right += is === label);
      }
    }
    const large = [...buckets.values()].filter(({ n }) => n >= LEAST && all.n - n >= LEAST);
    const share = all.right / all.n;
    const z = ({ n, right }) => ((all.right - right) / (all.n - n) - right / n) / Math.sqrt(share * (1 - share) * (1 / n + 1 / (all.n - n)));
    const clear = large.filter((bucket) => z(bucket) > 0 && Math.exp(-(z(bucket) ** 2) / 2) * large.length < 0.05);
    const worst = clear.sort((a, b) => a.right / a.n - b.right / b.n)[0];
    if (!worst) return { sort: null, class: "text", node: none() };
    const [attribute, bucket] = worst.slice.split(/:(.*)/s);
    const name = nerproof.own(facts.attributes, attribute)?.[0] ?? attribute;
    const found = el("span", { class: "ci-inline", "data-derived": true }, ` finds ${nerproof.write(worst.right, "count")} of ${nerproof.write(worst.n, "count")}`);
    const button = el("button", { type: "button", class: "open", onclick: () => nerproof.state.go("sentences", { suite: "interpreteval", slice: worst.slice, label, system, metric: "recall" }) }, nerproof.name(`${name}: ${bucket}`));
    return { sort: worst.right / worst.n, class: "text", node: lines([[button], [found]]) };
  };

  nerproof.typeTable = (facts) => {
    const systems = nerproof.state.chosenSystems(facts);
    const asked = nerproof.state.option("system", systems[0]);
    const system = systems.includes(asked) ? asked : systems[0];
    const f1 = (label) => facts.rows[facts.at("standard", system, "ALL", label, "f1")]?.value ?? 2;
    const labels = nerproof.labelsOf(facts, "standard").sort((a, b) => f1(a) - f1(b));
    if (!labels.length) return null;
    const at = (title, suite, slice, metric) => {
      const known = labels.some((label) => typeof facts.rows[facts.at(suite, system, slice, label, metric)]?.value === "number");
      return known ? [[title, (label) => nerproof.cell(facts, facts.at(suite, system, slice, label, metric))]] : [];
    };
    const outcomes = outcomesOf(system);
    const buckets = nerproof.distinct(facts.rows.filter((row) => row.suite === "interpreteval" && row.metric === "f1" && /^(?!tag:|label:).*:/.test(row.slice)).map((row) => row.slice));
    const of = (make) => [(label) => make(label, outcomes.get(label) || [])];
    const columns = [
      ...at("F1", "standard", "ALL", "f1"), ...at("recall seen", "tmr", "SEEN", "recall"), ...at("recall new", "tmr", "UNSEEN-ANY", "recall"),
      [["when wrong", "what the mentions of this type become when they are not right"], (label) => confusedWith(facts, system, label)],
      ...(outcomes.size && buckets.length ? [[["worst on", "the bucket of an attribute, of 30 mentions or more, where fewest mentions of this type are found, if fewer than elsewhere beyond chance"], ...of((label, own) => worstOf(facts, buckets, system, label, own))]] : []),
      ...(outcomes.size ? [["errors", ...of((label, own) => errorsOf(system, label, own))]] : []),
    ];
    const rows = labels.map((label) => ({ name: label, cells: columns.map(([, make]) => make(label)) }));
    const chooser = systems.length > 1 ? nerproof.choice("System", systems, system, (value) => nerproof.state.go("by-type", { system: value }, { replace: true })) : null;
    return [chooser, nerproof.table({ caption: `${system}, type by type`, corner: "Type", columns: columns.map(([title]) => title), rows })];
  };
})();
