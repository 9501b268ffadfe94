/* One page of a phone sends at a time: by navigator.locks if available; over plain HTTP by a lease in the store.
   Concurrent sending is harmless (every operation has its key); the lock only avoids the extra requests. */

const LEASE = 20000;

/* Run `act` if the lock is free; resolve with null if it is taken. */
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

/* A lease that ends later than possible was made before the phone's clock was set back. */
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

/* Release only an own lease: an expired one may have another owner by now. */
function giveBack(store, name, owner) {
  return store.change("about", (records) => {
    const request = records.get(`lease ${name}`);
    request.onsuccess =
      () => { if (request.result && request.result.owner === owner) records.delete(request.result.name); };
  });
}
