/* The totals of the paper sheet: compares them with ours whenever one of them changes. */

const PAUSE = 300;

/* Return a function to call after a line was stored. */
export function watchFoot(form, place) {
  let timer = null;
  const ask = async () => {
    const query = new URLSearchParams(new FormData(form));
    const options = { credentials: "same-origin", cache: "no-store", redirect: "error" };
    try {
      const response = await fetch(`${form.dataset.foot}?${query}`, options);
      if (response.ok) place.innerHTML = await response.text();
    } catch (error) {
      /* offline: the shown result remains */
    }
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE); };
  form.addEventListener("input", later);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  place.addEventListener("click", goToLine);
  return () => { if ([...new FormData(form).values()].some(Boolean)) later(); };
}

function goToLine(event) {
  const link = event.target.closest("a[href^='#line-']");
  const input = link && document.querySelector(link.getAttribute("href"));
  if (!input) return;
  event.preventDefault();
  input.scrollIntoView({ block: "center" });
  input.focus();
  input.select();
}
