// Hard tokens (hardeval): token error rate on words that are new or change their label.
"use strict";
nerproof.sections.push({
  id: "hard",
  question: "ambiguity",
  order: 10,
  suites: ["hardeval"],
  title: "Hard tokens",
  lead: "The share of wrongly labelled words, by how the training set labels them; lower is better. The score is the mean of unseen and diff. A system that marks nothing has error 0 on the O sets, so read them together with the I sets.",
  names: {
    unseen: "the word is not in training", "unseen-I": "not in training, inside a mention here", "unseen-O": "not in training, outside any mention here", diff: "the word's usual label in training is another one",
    "diff-I": "inside a mention here, mostly outside in training", "diff-O": "outside here, mostly inside a mention in training", "unseen+diff": "unseen and diff together", "diff-E": "inside a mention of another type than usual", other: "all other tokens", ALL: "all tokens",
  },
  build(facts, charts) {
    if (!facts.rows.some((row) => row.suite === "hardeval")) return null;
    return [
      nerproof.metricTable(facts, { suite: "hardeval", metrics: ["score"], caption: "hardeval score: mean of the error rates on unseen and diff (lower is better)" }),
      nerproof.pivot(facts, { suite: "hardeval", metric: "ter", caption: "Token error rate on each set (lower is better)", names: this.names, lower: true }),
      nerproof.glossary(this.names, facts, "hardeval"),
      facts.rows.some((row) => row.metric === "error_share") ? nerproof.pivot(facts, { suite: "hardeval", metric: "error_share", caption: "Where the token errors fall (share of all errors)", names: this.names, plain: true, best: false }) : null,
      nerproof.el("div", { class: "grid" }, charts("hard-rates"), charts("hard-errors")),
    ];
  },
});
