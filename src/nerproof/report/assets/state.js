// What is looked at lives in the address after #: "#tough?label=PER&systems=a". Every view can be linked to.
"use strict";
(() => {
  const read = () => {
    const hash = location.hash.slice(1);
    const cut = hash.indexOf("?");
    const place = decode(cut < 0 ? hash : hash.slice(0, cut));
    return { place: place || "answer", query: new URLSearchParams(cut < 0 ? "" : hash.slice(cut + 1)) };
  };

  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  const link = (place, query) => {
    const text = query.toString();
    return `#${encodeURIComponent(place)}${text ? `?${text}` : ""}`;
  };

  // Keeps the chosen systems in every link that is followed.
  const go = (place, values = {}, { replace = false } = {}) => {
    const query = new URLSearchParams();
    for (const system of read().query.getAll("systems")) query.append("systems", system);
    for (const [key, value] of Object.entries(values)) {
      if (key === "systems") query.delete("systems");
      for (const one of [value].flat()) if (one !== undefined && one !== null && one !== "") query.append(key, one);
    }
    const href = link(place, query);
    if (!replace) location.hash = href;
    else {
      history.replaceState(null, "", href);
      dispatchEvent(new HashChangeEvent("hashchange"));
    }
  };

  const option = (key, fallback) => read().query.get(key) ?? fallback;

  const chosenSystems = (facts) => {
    const wanted = read().query.getAll("systems");
    const chosen = facts.systems.filter((system) => wanted.includes(system));
    return chosen.length ? chosen : facts.systems;
  };

  const setTheme = (theme) => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("nerproof-theme", theme);
    } catch {
      // not remembered then
    }
    dispatchEvent(new Event("nerproof-theme"));
  };

  const isDark = () => {
    const theme = document.documentElement.dataset.theme;
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  };

  nerproof.state = { read, go, option, chosenSystems, setTheme, isDark };
})();
