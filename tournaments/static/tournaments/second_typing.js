/* A second typing of a sheet: one key says which line of a row is right, and goes on to the next row. */

const form = document.querySelector("[data-second-typing]");
const rows = [...form.querySelectorAll("fieldset")];
const first = rows.find((each) => !each.querySelector(":checked")) || rows[0];
first.querySelector("input").focus();

document.addEventListener("keydown", (event) => {
  const place = ["1", "2"].indexOf(event.key);
  if (place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  const row = rows.findIndex((each) => each.contains(document.activeElement));
  if (row < 0) return;
  event.preventDefault();
  rows[row].querySelectorAll("input")[place].checked = true;
  const next = rows[row + 1] ? rows[row + 1].querySelector("input") : form.querySelector("button.primary");
  next.focus();
});
