// A windowed list: of thousands of items only those near the visible part exist as elements.
"use strict";
(() => {
  const { el } = nerproof;
  const OVERSCAN = 600;
  const GUESS = 120;

  class WindowedList {
    constructor(draw) {
      this.draw = draw;
      this.spacer = el("div", { class: "spacer" });
      this.node = el("div", { class: "window", tabindex: "0", role: "region", "aria-label": "Sentences" }, this.spacer);
      this.node.addEventListener("scroll", () => this.soon(), { passive: true });
      this.node.addEventListener("toggle", () => this.soon(), true);
      this.watcher = new ResizeObserver(() => this.reset());
      this.watcher.observe(this.node);
      this.show([]);
    }

    show(items) {
      this.items = items;
      this.heights = new Float64Array(items.length).fill(GUESS);
      this.shown = new Map();
      this.spacer.replaceChildren();
      this.node.scrollTop = 0;
      this.paint();
    }

    // Widths changed, so measured heights are stale.
    reset() {
      if (this.width === this.node.clientWidth) return this.soon();
      this.width = this.node.clientWidth;
      this.heights.fill(GUESS);
      for (const node of this.shown.values()) node.remove();
      this.shown.clear();
      this.soon();
    }

    soon() {
      this.frame ??= requestAnimationFrame(() => {
        this.frame = undefined;
        this.paint();
      });
    }

    paint() {
      const top = this.node.scrollTop - OVERSCAN;
      const bottom = this.node.scrollTop + this.node.clientHeight + OVERSCAN;
      const wanted = new Map();
      let y = 0;
      for (let i = 0; i < this.items.length; i++) {
        if (y + this.heights[i] >= top && y <= bottom) wanted.set(i, y);
        y += this.heights[i];
      }
      this.spacer.style.height = `${y}px`;
      this.place(wanted);
      if (this.measure(wanted)) this.soon();
    }

    place(wanted) {
      for (const [i, node] of this.shown) {
        if (wanted.has(i)) continue;
        node.remove();
        this.shown.delete(i);
      }
      for (const [i, y] of wanted) {
        let node = this.shown.get(i);
        if (!node) {
          node = this.draw(this.items[i], i);
          this.shown.set(i, node);
          this.spacer.append(node);
        }
        node.style.transform = `translateY(${y}px)`;
      }
    }

    measure(wanted) {
      let changed = false;
      for (const i of wanted.keys()) {
        const height = this.shown.get(i).offsetHeight;
        if (height && Math.abs(height - this.heights[i]) > 1) {
          this.heights[i] = height;
          changed = true;
        }
      }
      return changed;
    }
  }

  nerproof.WindowedList = WindowedList;
})();
