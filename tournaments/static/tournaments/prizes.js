/* Shows what the typed prizes would give as the standings are now. Without this script the button "Preview" does. */

const PAUSE = 600;
const form = document.querySelector("[data-prizes]");
const place = document.querySelector("[data-prize-preview]");
let timer = null;
let asked = 0;

async function preview() {
  asked += 1;
  const mine = asked;
  const body = new FormData(form);
  body.append("preview", "yes");
  try {
    const response = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const news = new DOMParser().parseFromString(await response.text(), "text/html");
    const shown = news.querySelector("[data-prize-preview]");
    if (mine === asked && shown) place.innerHTML = shown.innerHTML;
  } catch (error) {
    // offline: the prizes shown stay those of the last answer
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(preview, PAUSE);
});
