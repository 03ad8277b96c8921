// Stores edits that the server has not acknowledged in IndexedDB: one row for each user, space, entry and path, and one
// for each model with a prepared change. This is the only file that persists anything in the browser. A user never gets
// another user's rows.

/** An edited value, and the state that is needed to continue saving it. */
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
  /** The id of the window that wrote the row. Two windows with the same entry do not overwrite each other's rows. */
  readonly writer: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly collection: string
  /** True if the entry did not exist on the server when the row was written. */
  readonly isNew: boolean
}

type Key = [user: string, space: string, entry: string, path: string, writer: string]

const databaseName = 'frontlist-drafts'
const storeName = 'edits'
const retentionDays = 30
const dayMs = 86_400_000

export interface DraftKey {
  readonly user: string
  readonly space: string
  /** The id of an entry, or {@link toModelDraft}. */
  readonly entry: string
}

/**
 * Returns the key of a prepared model change, used in place of an entry's id. The space characters distinguish it from
 * ids.
 */
export const toModelDraft = (collection: string) => `model of ${collection}`

const isEntry = ({ entry }: Pick<DraftKey, 'entry'>) => !entry.startsWith(toModelDraft(''))

/** The edits of one entry in one window. All writes are executed in order. */
export class LocalDraft {
  readonly #draft: DraftKey
  readonly #collection: string
  readonly #writer = crypto.randomUUID()
  readonly #listeners = new Set<() => void>()
  /** Rows of other windows, until this one has written or removed their path. */
  readonly #adopted = new Map<string, Row[]>()
  #last: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  /** True if the entry does not exist on the server yet. */
  isNew: boolean

  constructor(draft: DraftKey, collection: string, isNew: boolean) {
    this.#draft = draft
    this.#collection = collection
    this.isNew = isNew
  }

  /** Returns true if this browser refuses to store data, for example in a private window or when the disk is full. */
  readonly hasFailed = (): boolean => this.#hasFailed

  /** Calls the listener when the browser first refuses to store data. Returns a function that removes the listener. */
  readonly onFailure = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #fail(): void {
    this.#hasFailed = true
    for (const tell of this.#listeners) tell()
  }

  /** Returns the newest stored edit of each path; empty if the browser stores nothing. */
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
      if (rows.some(({ isNew }) => !isNew)) this.isNew = false
      return newest
    } catch {
      this.#fail()
      return new Map()
    }
  }

  readonly put = (path: string, { value, from, unsure, sequence }: UnsentEdit): void => {
    const row: Row = {
      ...this.#draft,
      path,
      writer: this.#writer,
      at: Date.now(),
      collection: this.#collection,
      isNew: this.isNew,
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
      .catch(() => this.#fail())
  }
}

/** Deletes a row unless the window that wrote it has written it again. */
function removeUnchanged(store: IDBObjectStore, row: Row): void {
  const key: Key = [row.user, row.space, row.entry, row.path, row.writer]
  const found: IDBRequest<Row | undefined> = store.get(key)
  found.onsuccess = () => {
    if (found.result?.at === row.at) store.delete(key)
  }
}

/** Returns the number of the user's entries with unsent edits on this device. */
export async function countUnsentEntries(user: string): Promise<number> {
  try {
    const range = IDBKeyRange.bound([user], [user, []])
    const keys = (await inStore('readonly', store => store.getAllKeys(range))) as Key[]
    const ids = keys.filter(([, , entry]) => isEntry({ entry })).map(key => JSON.stringify(key.slice(0, 3)))
    return new Set(ids).size
  } catch {
    return 0
  }
}

/** An entry with unsent edits on this device. */
export interface UnsentEntry {
  readonly id: string
  readonly collection: string
  readonly isNew: boolean
  /** The time of the last edit in milliseconds since 1970. */
  readonly at: number
  /** A part of the typed text; null if no edit is a string. */
  readonly text: string | null
}

/** Lists the entries, most recently edited first. Empty if the browser stores nothing. */
export async function listUnsentEntries(user: string, space: string): Promise<readonly UnsentEntry[]> {
  try {
    const range = IDBKeyRange.bound([user, space], [user, space, []])
    const rows = await inStore('readonly', store => store.getAll(range) as IDBRequest<Row[]>)
    const entries = [...Map.groupBy(rows.filter(isEntry), ({ entry }) => entry)].map(([id, edits]) => {
      const texts = edits.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []))
      return {
        id,
        collection: edits[0]!.collection,
        isNew: edits.every(({ isNew }) => isNew),
        at: Math.max(...edits.map(({ at }) => at)),
        text: texts[0] ?? null,
      }
    })
    return entries.sort((a, b) => b.at - a.at)
  } catch {
    return []
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

/**
 * Some browsers never finish opening the database, for example while their profile is being repaired. After this time,
 * nothing is stored.
 */
const openMsMax = 4000

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
    const fail = () => reject(request.error ?? new Error('The browser does not open its database.'))
    request.onsuccess = () => resolve(request.result)
    request.onerror = fail
    request.onblocked = fail
    setTimeout(fail, openMsMax)
  })
  return opened
}

/** Resolves to the result of the request once the transaction is complete. */
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
