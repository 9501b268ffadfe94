/* One page of a phone sends at a time. navigator.locks where there are any; over plain HTTP a lease in the store.
   Two that send at once do no harm (every operation has its key); this only saves them the trouble. */

const LEASE = 20000;

/* Runs `act` if nobody else is at it; resolves with null if somebody is. */
export async function inTurn(store, name, owner, act) {
  if (navigator.locks) return navigator.locks.request(`stichtag.${name}`, { ifAvailable: true },
    (lock) => (lock ? act() : null));
  if (!await takeLease(store, name, owner)) return null;
  try {
    return await act();
  } finally {
    await giveBack(store, name, owner).catch(() => null);
  }
}

/* A lease that ends later than any could, was made before the phone's clock was set back. */
function isFree(lease, owner, now) {
  return !lease || lease.owner === owner || lease.until < now || lease.until > now + LEASE;
}

async function takeLease(store, name, owner) {
  let isTaken = false;
  await store.change("about", (records) => {
    const request = records.get(`lease ${name}`);
    request.onsuccess = () => {
      const now = Date.now();
      isTaken = isFree(request.result, owner, now);
      if (isTaken) records.put({ name: `lease ${name}`, owner, until: now + LEASE });
    };
  });
  return isTaken;
}

/* Only its own: one that has ended may be somebody else's by now. */
function giveBack(store, name, owner) {
  return store.change("about", (records) => {
    const request = records.get(`lease ${name}`);
    request.onsuccess =
      () => { if (request.result && request.result.owner === owner) records.delete(request.result.name); };
  });
}
