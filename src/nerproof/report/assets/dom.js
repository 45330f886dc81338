// Elements made by hand: what comes from data only ever becomes a text node or an attribute's value.
"use strict";
(() => {
  const el = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return node;
  };

  // A key from data: "constructor" is no key of ours unless the data has it.
  const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

  // Names from data: isolated, so that a right-to-left mark in one cannot turn its neighbours around.
  const name = (text) => el("bdi", {}, text);

  const pointer = (...parts) => parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

  const number = (value, kind, ...at) => el("span", { class: "num", "data-at": pointer(...at), "data-as": kind }, nerproof.write(value, kind));

  const choice = (label, options, chosen, onchange) =>
    el("label", { class: "choice" }, el("span", {}, label),
      el("select", { onchange: (event) => onchange(event.target.value) },
        options.map((option) => {
          const [value, text] = Array.isArray(option) ? option : [option, option];
          const node = el("option", { value }, text);
          node.selected = value === chosen;
          return node;
        })));

  const say = (text) => (document.getElementById("said").textContent = text);

  const save = (fileName, href) => {
    const link = el("a", { download: fileName, href });
    document.body.append(link);
    link.click();
    link.remove();
  };

  Object.assign(nerproof, { el, own, name, pointer, number, choice, say, save });
})();
