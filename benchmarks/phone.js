// Runs in a page of the product: how long the engine takes for a preview after a queue of so many deals.
async ([key, module, queues, runs]) => {
    const { Engine } = await import(module);
    const told = await (await fetch(`/phone/${key}/files.json`)).json();
    const engine = new Engine(told.worker);
    await engine.ready;
    const times = {};
    for (const [deals, queue] of Object.entries(queues)) {
        const { state } = await engine.ask(queue);
        const question = { ask: "preview", state, record: queue.operations[0].record, number: +deals + 1 };
        await engine.ask(question);
        times[deals] = [];
        for (let run = 0; run < runs; run += 1) {
            const began = performance.now();
            await engine.ask(question);
            times[deals].push((performance.now() - began) / 1000);
        }
    }
    return times;
}
