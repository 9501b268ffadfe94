/* Keeps taps on the keys that the server drew until the pad runs: pad.js takes them. It is no module, so that it runs
   before the page is drawn. */

(() => {
  let seat = null;
  const draw = () => document.querySelectorAll("[data-first-key]").forEach((key) => {
    key.setAttribute("aria-pressed", String(key.dataset.seat === seat));
  });
  const note = (event) => {
    const key = event.target.closest("[data-first-key]");
    if (!key) return;
    seat = key.dataset.seat === seat ? null : key.dataset.seat;
    draw();
  };
  document.addEventListener("click", note);
  window.takeFirstTap = () => {
    document.removeEventListener("click", note);
    return seat;
  };
})();
