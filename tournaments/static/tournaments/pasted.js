/* Says on the key of a pasted list how many are ticked now, and ticks who is decided about. Without this script
 * the key keeps the first number. */

const form = document.querySelector("[data-pasted]");
const key = form.querySelector("[data-take]");

form.addEventListener("change", (event) => {
  if (event.target.matches("select") && event.target.value) {
    event.target.closest("li").querySelector("input[name=take]").checked = true;
  }
  const ticked = form.querySelectorAll("input[name=take]:checked").length;
  key.textContent = ticked === 1 ? key.dataset.one : key.dataset.many.replace("{n}", ticked);
});
