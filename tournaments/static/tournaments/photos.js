/* Photos of marked sheets: makes each smaller on the phone and sends one after the other, shows the ringed boxes;
 * the arrows go from one doubt to the next. */

const SIDES = [4032, 3200, 2400]; // pixels: as it comes from the phone, or as large as can be sent
const QUALITY = 0.85;
const SMALL_ENOUGH = 4_500_000;

const form = document.querySelector("[data-photos]");
if (form && "fetch" in window) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sendAll(form);
  });
}
document.addEventListener("keydown", moveOn);
document.querySelectorAll("[data-at]").forEach((frame) => {
  frame.scrollLeft = Number(frame.dataset.at) * frame.scrollWidth - frame.clientWidth / 3;
});

/** Send every chosen photo, then show what was read. */
async function sendAll(form) {
  const files = [...form.querySelector("[type=file]").files];
  const progress = form.querySelector("[data-progress]");
  const button = form.querySelector("button");
  button.disabled = true;
  for (const [place, file] of files.entries()) {
    progress.textContent = form.dataset.sending.replace("{number}", place + 1).replace("{all}", files.length);
    if (!(await send(form, file))) {
      progress.textContent = form.dataset.failed;
      button.disabled = false;
      return;
    }
  }
  window.location.assign(form.action);
}

/** Send one photo; whether it arrived. */
async function send(form, file) {
  const body = new FormData(form);
  body.delete("photos");
  body.append("photos", await smaller(file), file.name);
  try {
    const response = await fetch(form.action, { method: "POST", body });
    return response.ok;
  } catch (error) {
    return false;
  }
}

/** Return a photo with fewer pixels; the file itself where the browser cannot read it. */
async function smaller(file) {
  if (file.size < SMALL_ENOUGH) return file;
  try {
    const picture = await createImageBitmap(file);
    for (const side of SIDES) {
      const blob = await drawn(picture, side);
      if (blob && blob.size < SMALL_ENOUGH) return blob;
    }
    return file;
  } catch (error) {
    return file;
  }
}

/** Return a picture as JPEG, its longer side at most so many pixels. */
function drawn(picture, side) {
  const factor = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * factor);
  canvas.height = Math.round(picture.height * factor);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

/** The arrows up and down go from one doubt to the next; Enter takes the proposal by itself. */
function moveOn(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const doubts = [...document.querySelectorAll(".photo-doubt")];
  const focused = document.activeElement || document.body;
  const here = doubts.indexOf(focused.closest(".photo-doubt"));
  const next = here >= 0 && step ? doubts[here + step] : null;
  if (next && focused.tagName !== "INPUT") {
    event.preventDefault();
    next.querySelector("button.primary, button").focus();
    next.scrollIntoView({ block: "nearest" });
  }
}
