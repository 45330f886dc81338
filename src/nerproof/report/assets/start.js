// The one name this page defines; each file below adds to it. Plain scripts, no build step, no request.
"use strict";
window.nerproof = { sections: [], questions: [], words: {} };
try {
  document.documentElement.dataset.theme = localStorage.getItem("nerproof-theme") || "auto";
} catch {
  // a page opened from a file may not be allowed to remember: it follows the system then
}
