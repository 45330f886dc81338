// The entity-level confusion matrix of one system; every field opens its sentences.
"use strict";
nerproof.sections.push({
  id: "confusion",
  question: "by-type",
  order: 20,
  title: "Confusions",
  lead: "Each mention of the row's type is counted once: under the type it was given, under “boundary” when the type is right on another span, under “both” when neither is right, or under “missed”. The last row holds what was marked where nothing is. Click a field to read its sentences.",
  build(facts) {
    const all = facts.extras?.confusion;
    const systems = nerproof.state.chosenSystems(facts).filter((system) => nerproof.own(all, system));
    if (!systems.length) return null;
    const asked = nerproof.state.option("system", systems[0]);
    const system = systems.includes(asked) ? asked : systems[0];
    return [
      systems.length > 1 ? nerproof.choice(facts.of("agreement").length ? "Pair" : "System", systems, system, (value) => nerproof.state.go("confusion", { system: value }, { replace: true })) : null,
      this.matrix(facts, all[system], system),
    ];
  },
  typesOf(names) {
    const last = ["boundary", "both", "missed", "spurious"];
    return [...names.filter((name) => !last.includes(name)).sort(), ...last.filter((name) => names.includes(name))];
  },
  matrix(facts, table, system) {
    const golds = this.typesOf(Object.keys(table));
    const preds = this.typesOf(nerproof.distinct(Object.values(table).flatMap((row) => Object.keys(row))));
    const rows = golds.map((gold) => {
      const whole = Object.values(table[gold]).reduce((sum, n) => sum + n, 0);
      return { name: gold, cells: preds.map((pred) => this.field(table, system, gold, pred, whole)) };
    });
    const [gold, pred] = facts.of("agreement").length ? ["First annotator's", "second annotator's"] : ["Gold", "predicted"];
    return nerproof.table({ caption: `${gold} type down, ${pred} type across`, corner: "Type", columns: preds, rows, kind: "matrix" });
  },
  field(table, system, gold, pred, whole) {
    const count = nerproof.own(table[gold], pred);
    if (!count) return { sort: 0, node: nerproof.el("span", { class: "none" }, "·"), class: gold === pred ? "right" : null };
    const number = nerproof.number(count, "count", "extras", "confusion", system, gold, pred);
    number.dataset.main = "";
    const node = !nerproof.shows(system) ? number : nerproof.el("button", {
      type: "button", class: "open", "aria-label": `gold ${gold}, predicted ${pred}: ${count}`,
      onclick: () => nerproof.state.go("sentences", { gold, pred, system }),
    }, number);
    return { sort: count, node, class: `heat h${Math.min(6, Math.ceil((6 * count) / whole))}${gold === pred ? " right" : ""}` };
  },
});
