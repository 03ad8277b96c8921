// What was typed and is not acknowledged by the server, on this device: one row for each user, space, entry and path. This is
// the only file that keeps anything in the browser. Another user never gets a row.

/** The value, and what is needed to go on saving it. */
export interface UnsentEdit {
  readonly value: unknown
  readonly from: unknown
  readonly unsure: readonly unknown[]
  readonly sequence: number
}

interface Row extends UnsentEdit {
  readonly user: string
  readonly space: string
  readonly entry: string
  readonly path: string
  /** The window that wrote it: two windows with the same entry do not replace each other's rows. */
  readonly writer: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type Key = [user: string, space: string, entry: string, path: string, writer: string]

const databaseName = 'frontlist-drafts'
const storeName = 'edits'
const retentionDays = 30
const dayMs = 86_400_000

export interface DraftKey {
  readonly user: string
  readonly space: string
  readonly entry: string
}

/** The edits of one entry in one window. Everything is written in its order, and failures are told once. */
export class LocalDraft {
  readonly #draft: DraftKey
  readonly #writer = crypto.randomUUID()
  /** Rows of earlier windows, until this one has written or removed their path. */
  readonly #adopted = new Map<string, Row[]>()
  #last: Promise<unknown> = Promise.resolve()
  /** Whether this browser refuses to keep anything, as in some private windows. */
  hasFailed = false

  constructor(draft: DraftKey) {
    this.#draft = draft
  }

  /** What earlier visits left, the newest value of each path. Empty where the browser keeps nothing. */
  async load(): Promise<Map<string, UnsentEdit>> {
    try {
      await removeOld()
      const { user, space, entry } = this.#draft
      const range = IDBKeyRange.bound([user, space, entry], [user, space, entry, []])
      const rows = await inStore('readonly', store => store.getAll(range) as IDBRequest<Row[]>)
      const newest = new Map<string, UnsentEdit>()
      for (const row of rows.sort((a, b) => a.at - b.at)) {
        this.#adopted.set(row.path, [...(this.#adopted.get(row.path) ?? []), row])
        newest.set(row.path, row)
      }
      return newest
    } catch {
      this.hasFailed = true
      return new Map()
    }
  }

  readonly put = (path: string, { value, from, unsure, sequence }: UnsentEdit): void => {
    const row: Row = {
      ...this.#draft,
      path,
      writer: this.#writer,
      at: Date.now(),
      value,
      from,
      unsure,
      sequence,
    }
    const adopted = this.#takeAdopted(path)
    this.#write(store => {
      store.put(row)
      for (const one of adopted) removeUnchanged(store, one)
    })
  }

  readonly remove = (path: string): void => {
    const { user, space, entry } = this.#draft
    const adopted = this.#takeAdopted(path)
    this.#write(store => {
      store.delete([user, space, entry, path, this.#writer])
      for (const one of adopted) removeUnchanged(store, one)
    })
  }

  #takeAdopted(path: string): readonly Row[] {
    const rows = this.#adopted.get(path) ?? []
    this.#adopted.delete(path)
    return rows
  }

  #write(change: (store: IDBObjectStore) => void): void {
    this.#last = this.#last
      .then(() =>
        inStore('readwrite', store => {
          change(store)
          return null
        }),
      )
      .catch(() => {
        this.hasFailed = true
      })
  }
}

/** The window that wrote the row may still be open, and have written it again. */
function removeUnchanged(store: IDBObjectStore, row: Row): void {
  const key: Key = [row.user, row.space, row.entry, row.path, row.writer]
  const found: IDBRequest<Row | undefined> = store.get(key)
  found.onsuccess = () => {
    if (found.result?.at === row.at) store.delete(key)
  }
}

/** How many entries of the user have something unsent on this device. */
export async function countUnsentEntries(user: string): Promise<number> {
  try {
    const range = IDBKeyRange.bound([user], [user, []])
    const keys = await inStore('readonly', store => store.getAllKeys(range))
    return new Set(keys.map(key => JSON.stringify((key as Key).slice(0, 3)))).size
  } catch {
    return 0
  }
}

async function removeOld(): Promise<void> {
  await inStore('readwrite', store => {
    const range = IDBKeyRange.upperBound(Date.now() - retentionDays * dayMs)
    const request = store.index('at').openKeyCursor(range)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      store.delete(cursor.primaryKey)
      cursor.continue()
    }
    return null
  })
}

let opened: Promise<IDBDatabase> | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(storeName, {
        keyPath: ['user', 'space', 'entry', 'path', 'writer'],
      })
      store.createIndex('at', 'at')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

/** Resolves when the transaction is on the disk, to the result of the request. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result> | null,
): Promise<Result> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = run(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request?.result as Result)
    transaction.onabort = () => reject(transaction.error)
  })
}
