// Runs in a page of the product: how long the rules of a game take to start, compared with a loop. The browser slows
// down pages, not workers, so the worker's script runs in the page here.
async (key) => {
    const now = () => performance.now() / 1000;
    const told = await (await fetch(`/phone/${key}/files.json`)).json();
    const [worker] = await Promise.all(told.files.map(async (file) => (await fetch(file)).text()));
    const starting = now();
    const python = Object.assign(document.createElement("script"), { src: told.files[1] });
    await new Promise((resolve) => { python.onload = resolve; document.head.append(python); });
    const said = [];
    window.importScripts = () => {};
    window.postMessage = (text) => said.push(JSON.parse(text));
    (0, eval)(worker);
    while (!said.length) await new Promise((resolve) => setTimeout(resolve));
    const started = now();
    for (let i = 0, x = 0; i < 3e7; i++) x = (x * 31 + i) | 0;
    return { ready: started - starting, busy: now() - started };
}
