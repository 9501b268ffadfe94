/* Waits until the program has started anew, then opens the page as it is now, which may lead back. */

const LOOK_AGAIN = 500;

async function look(sign) {
  try {
    const response = await fetch(window.location.href, { cache: "no-store", credentials: "same-origin" });
    if (response.ok && (await response.text()).indexOf(sign) >= 0) {
      const address = new URL(window.location.href);
      address.searchParams.set("started", "");
      window.location.replace(address.href);
      return;
    }
  } catch (error) {
    // it is starting
  }
  setTimeout(look, LOOK_AGAIN, sign);
}

look(document.querySelector("[data-waits-for]").dataset.waitsFor);
