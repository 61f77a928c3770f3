// Small helpers over pages that work without them: sliders, history, focus, theme.

// Whole points that add up to `total`: largest remainder, ties to the first; locked entries stay. The server balances alike.
export function balance(entries, total = 100) {
  const open = total - entries.filter((e) => e.locked).reduce((sum, e) => sum + e.points, 0);
  const free = entries.filter((e) => !e.locked);
  if (open < 0 || free.length === 0) return entries.map((e) => e.points);
  const sum = free.reduce((s, e) => s + e.points, 0);
  const quota = free.map((e) => (sum > 0 ? (open * e.points) / sum : open / free.length));
  const points = quota.map(Math.floor);
  let left = open - points.reduce((s, p) => s + p, 0);
  const order = quota.map((q, i) => [q - points[i], i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, i] of order) {
    const extra = Math.min(left, 1);
    points[i] += extra;
    left -= extra;
  }
  let next = 0;
  return entries.map((e) => (e.locked ? e.points : points[next++]));
}

class WeightsPanel extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", (event) => this.moved(event.target));
    this.addEventListener("change", (event) => this.settled(event.target));
    this.show();
    // Browsers that cannot show a closed <details> by style alone.
    if (matchMedia("(width >= 70rem)").matches) this.querySelector("details").open = true;
    // Fields that the server sends anew need their sliders, too: once for all that come together.
    document.body.addEventListener("htmx:oobAfterSwap", () => {
      if (this.due) return;
      this.due = true;
      queueMicrotask(() => {
        this.due = false;
        this.show();
      });
    });
  }

  rows() {
    return [...this.querySelectorAll(".weight")].map((row) => ({
      row,
      number: row.querySelector("input.points"),
      slider: row.querySelector("input.slider"),
      locked: row.querySelector("input[name=lock]").checked,
    }));
  }

  show() {
    for (const { slider, number } of this.rows()) {
      slider.hidden = false;
      slider.value = number.value;
    }
  }

  moved(target) {
    const rows = this.rows();
    if (target.classList.contains("slider")) {
      // The others keep the proportions they had when this slider was taken up, also on the way back from 100.
      if (this.held !== target) [this.held, this.baseline] = [target, rows.map((r) => Number(r.number.value) || 0)];
      const taken = rows.filter((r) => r.locked && r.slider !== target).reduce((s, r) => s + (Number(r.number.value) || 0), 0);
      const points = Math.min(Number(target.value), Math.max(0, 100 - taken));
      const entries = rows.map((r, i) => (r.slider === target ? { points, locked: true } : { points: this.baseline[i], locked: r.locked }));
      balance(entries).forEach((value, i) => {
        rows[i].number.value = value;
        if (rows[i].slider !== target) rows[i].slider.value = value;
      });
      this.ask(80);
    } else if (target.classList.contains("points")) {
      this.held = undefined;
      rows.find((r) => r.number === target).slider.value = target.value;
    }
  }

  settled(target) {
    if (target.name === "lock") this.held = undefined;
    if (target.matches("input.points, input.slider, .criterion input, input[name=lock]")) this.ask(0);
  }

  ask(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.closest("form").checkValidity()) this.closest("form").dispatchEvent(new CustomEvent("steelyard:settled"));
    }, delay);
  }
}
customElements.define("weights-panel", WeightsPanel);

class ThemeChoice extends HTMLElement {
  connectedCallback() {
    const select = document.createElement("select");
    select.setAttribute("aria-label", this.dataset.label);
    for (const theme of ["auto", "light", "dark"]) select.add(new Option(this.dataset[theme], theme));
    select.value = document.documentElement.dataset.theme ?? "auto";
    select.addEventListener("change", () => {
      const chosen = select.value === "auto" ? null : select.value;
      if (chosen) document.documentElement.dataset.theme = chosen;
      else delete document.documentElement.dataset.theme;
      try {
        if (chosen) localStorage.setItem("theme", chosen);
        else localStorage.removeItem("theme");
      } catch { /* no storage: the choice lasts for this page */ }
    });
    this.replaceChildren(select);
  }
}
customElements.define("theme-choice", ThemeChoice);

// Apply and the buttons beside it make a step of the history; sliders and typing replace the present one.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.triggeringEvent?.type === "submit") detail.headers["Steelyard-History"] = "push";
});

// htmx would take leave of each of two thousand old elements; nothing in the results needs that. Their place keeps its height, so that the
// page does not move meanwhile. Where the focus is in them htmx looks for it, and does it all.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const results = detail.target;
  if (!detail.shouldSwap || results.id !== "results" || results.contains(document.activeElement)) return;
  const place = results.parentElement;
  place.style.minHeight = `${place.offsetHeight}px`;
  results.replaceChildren();
  place.addEventListener("htmx:afterSwap", () => { place.style.minHeight = ""; }, { once: true });
});
