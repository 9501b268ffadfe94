/* Persistent data of this phone: IndexedDB with three object stores. A change is complete when its transaction is, not
   before; `durability: "strict"` makes the phone write it to its flash memory.

   operations  in the order they were made: a table's operations, pending or sent
   tables      by public id: the server's last sheet
   about       by name: this phone's id, leases

   A database of a newer version of this program is opened as it is: every record states its format, and an unknown
   one is shown as such and never read in part. */

const NAME = "stichtag";
const VERSION = 1;
const PATIENCE = 8000;
const DURABLE = { durability: "strict" };
export const FORMAT = 1;

export class Store {
  constructor() {
    this.opening = null;
  }

  open() {
    if (!this.opening) {
      this.opening = openDatabase(VERSION)
        .catch((error) => (error && error.name === "VersionError" ? openDatabase() : Promise.reject(error)));
      this.opening.then((database) => this.watch(database), () => { this.opening = null; });
    }
    return this.opening;
  }

  /* Reopen the database when needed, after a newer page upgraded it or the browser deleted it. */
  watch(database) {
    database.onversionchange = () => { database.close(); this.opening = null; };
    database.onclose = () => { this.opening = null; };
  }

  /* Run `act` on an object store; resolve with its result once everything is on the phone. */
  async run(drawer, mode, act) {
    const database = await this.open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(drawer, mode, DURABLE);
      let request = null;
      transaction.oncomplete = () => resolve(request ? request.result : undefined);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      request = act(transaction.objectStore(drawer), transaction) || null;
    });
  }

  change(drawer, act) {
    return this.run(drawer, "readwrite", act);
  }

  get(drawer, key) {
    return this.run(drawer, "readonly", (records) => records.get(key));
  }

  all(drawer) {
    return this.run(drawer, "readonly", (records) => records.getAll());
  }

  operationsOf(table) {
    return this.run("operations", "readonly", (records) => records.index("table").getAll(table));
  }

  put(drawer, record) {
    return this.change(drawer, (records) => records.put(record));
  }
}

function openDatabase(version) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = () => makeDrawers(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("timeout")), PATIENCE); // some browsers never answer
  });
}

function makeDrawers(database) {
  const operations = database.createObjectStore("operations", { keyPath: "order", autoIncrement: true });
  operations.createIndex("table", "table");
  operations.createIndex("key", ["table", "key"], { unique: true });
  database.createObjectStore("tables", { keyPath: "id" });
  database.createObjectStore("about", { keyPath: "name" });
}
