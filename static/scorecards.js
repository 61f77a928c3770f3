// Says while points are typed how many are left or over. The server says the same when the form is saved.

class PointsSum extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", () => this.show());
  }

  show() {
    const value = (input) => Number(input.value.replace(/[,，\s]/g, "")) || 0;
    const inputs = [...this.querySelectorAll("input.points")];
    for (const output of this.querySelectorAll("output[data-sum]")) {
      const parts = inputs.filter((input) => input.dataset.group === output.dataset.sum);
      const whole = this.querySelector(`#${CSS.escape(output.dataset.of)}`);
      const of = whole ? value(whole) : Number(output.dataset.of);
      const left = of - parts.reduce((sum, input) => sum + value(input), 0);
      const fits = Math.abs(left) < 1e-9;
      const text = fits ? this.dataset.fits : left > 0 ? this.dataset.left : this.dataset.over;
      const shown = (n) => String(Math.round(n * 1000) / 1000);
      output.textContent = text.replace("%{n}", shown(Math.abs(left))).replace("%{of}", shown(of));
      output.classList.toggle("fits", fits);
    }
  }
}
customElements.define("points-sum", PointsSum);
