/* The pad by keyboard: one Tab stop for each group of keys, arrows inside it, digits instead of keys.

   Nothing is measured or changed before the first key is pressed, so phones do no work for it. */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function listenToKeys(root) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea")) return;
    if (event.key === "Tab") groupsIn(root).forEach(setStop);
    else if (event.key in STEPS) step(event, STEPS[event.key]);
    else if (/^\d$/.test(event.key)) pressDigit(root, event);
  });
  keepFocus(root);
}

/* Return the visible groups of keys; a group with an input has stops of its own. */
function groupsIn(root) {
  return Array.from(root.querySelectorAll("[role=group]"))
    .filter((group) => !group.querySelector("input") && keysOf(group).length && group.offsetParent);
}

function keysOf(group) {
  return Array.from(group.querySelectorAll("button.key")).filter((key) => !key.hidden);
}

function isPressed(key) {
  return key.getAttribute("aria-pressed") === "true";
}

/* Tab reaches the focused key, else the pressed one, else the first. */
function setStop(group) {
  const keys = keysOf(group);
  const stop = keys.find((key) => key === document.activeElement) || keys.find(isPressed) || keys[0];
  keys.forEach((key) => { key.tabIndex = key === stop ? 0 : -1; });
}

function step(event, by) {
  const group = event.target.closest("[role=group]");
  const keys = group ? keysOf(group) : [];
  const at = keys.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  keys[(at + by + keys.length) % keys.length].focus();
}

/* A digit presses the key with that number, or the first, second, third key of words or names: in the focused group,
   or in the first one without a choice. */
function pressDigit(root, event) {
  const groups = groupsIn(root);
  const group = groups.find((each) => each.contains(event.target)) ||
    (root.contains(event.target) || event.target === document.body
      ? groups.find((each) => !keysOf(each).some(isPressed)) : null);
  if (!group) return;
  const keys = keysOf(group);
  const isOfNumbers = keys.some((key) => key.dataset.value === event.key);
  const key = isOfNumbers ? keys.find((each) => each.dataset.value === event.key) : keys[Number(event.key) - 1];
  if (!key || key.closest("[inert]")) return;
  event.preventDefault();
  key.focus();
  key.click();
}

/* Keys of numbers are drawn anew with every tap: give the focus to the one that takes the place of a pressed key. */
function keepFocus(root) {
  let group = null;
  root.addEventListener("click", ({ target }) => { group = target.closest("[role=group]"); }, true);
  root.addEventListener("click", ({ target, detail }) => {
    if (detail !== 0 || target.isConnected || group === null) return;
    const twin = keysOf(group).find((key) => key.dataset.value === target.dataset.value);
    if (twin) twin.focus();
  });
}
