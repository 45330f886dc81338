// The board sorts by its headings and shows one dataset or all.
"use strict";
(() => {
  const table = document.getElementById("board");
  if (!table) return;
  const body = table.tBodies[0];

  const keyOf = (row, column) => {
    const { sort } = row.cells[column].dataset;
    if (sort === undefined) return row.cells[column].textContent.trim();
    return sort === "" ? null : Number(sort);
  };

  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b));

  const sortBy = (column, head) => {
    const numbers = body.rows[0].cells[column].dataset.sort !== undefined;
    const down = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : numbers;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const none = (row) => keyOf(row, column) === null;
    const rows = [...body.rows].sort((x, y) => none(x) - none(y) || (none(x) ? 0 : (down ? -1 : 1) * compare(keyOf(x, column), keyOf(y, column))));
    body.append(...rows);
  };

  [...table.tHead.rows[0].cells].forEach((head, column) => head.querySelector("button").addEventListener("click", () => sortBy(column, head)));
  document.getElementById("dataset")?.addEventListener("change", (event) => {
    for (const row of body.rows) row.hidden = Boolean(event.target.value) && row.dataset.dataset !== event.target.value;
  });
})();
