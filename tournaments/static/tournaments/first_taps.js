/* Keeps taps on the keys that the server drew until the pad runs: pad.js takes them. It is no module, so that it runs
   before the page is drawn. */

(() => {
  const tapped = new Map(); // the group of a row of keys, and its key
  const draw = (group) => group.querySelectorAll("[data-first-key]").forEach((key) => {
    key.setAttribute("aria-pressed", String(key === tapped.get(group)));
  });
  const note = (event) => {
    const key = event.target.closest("[data-first-key]");
    if (!key) return;
    const group = key.closest(".group");
    if (tapped.get(group) === key) tapped.delete(group);
    else tapped.set(group, key);
    draw(group);
  };
  document.addEventListener("click", note);
  const nameOf = (key, { field }) => (
    field ? `[data-field="${field}"] [data-value="${key.dataset.value}"]` : `[data-seat="${key.dataset.seat}"]`
  );
  window.takeFirstTaps = () => {
    document.removeEventListener("click", note);
    return Array.from(tapped, ([group, key]) => nameOf(key, group.dataset));
  };
})();
