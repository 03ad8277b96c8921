// What was typed and is not acknowledged by the server, on this device: one row for each user, space, entry and path, and
// for each model whose change is being prepared. This is the only file that keeps anything in the browser. Another user
// never gets a row.

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
  readonly collection: string
  /** Whether the server had no such entry when it was written. */
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

/** In the place of the id of an entry, in which no space can be: the change of a model that is being prepared. */
export const toModelDraft = (collection: string) => `model of ${collection}`

const isEntry = ({ entry }: Pick<DraftKey, 'entry'>) => !entry.startsWith(toModelDraft(''))

/** The edits of one entry in one window. Everything is written in its order. */
export class LocalDraft {
  readonly #draft: DraftKey
  readonly #collection: string
  readonly #writer = crypto.randomUUID()
  readonly #listeners = new Set<() => void>()
  /** Rows of earlier windows, until this one has written or removed their path. */
  readonly #adopted = new Map<string, Row[]>()
  #last: Promise<unknown> = Promise.resolve()
  #hasFailed = false
  /** Whether the server has no such entry yet. */
  isNew: boolean

  constructor(draft: DraftKey, collection: string, isNew: boolean) {
    this.#draft = draft
    this.#collection = collection
    this.isNew = isNew
  }

  /** Whether this browser refuses to keep anything, as in some private windows or with a full disk. */
  readonly hasFailed = (): boolean => this.#hasFailed

  /** Called once it refuses. Returns what ends that. */
  readonly onFailure = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #fail(): void {
    this.#hasFailed = true
    for (const tell of this.#listeners) tell()
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
    const keys = (await inStore('readonly', store => store.getAllKeys(range))) as Key[]
    const ids = keys.filter(([, , entry]) => isEntry({ entry })).map(key => JSON.stringify(key.slice(0, 3)))
    return new Set(ids).size
  } catch {
    return 0
  }
}

/** An entry with something unsent on this device. */
export interface UnsentEntry {
  readonly id: string
  readonly collection: string
  readonly isNew: boolean
  /** Milliseconds since 1970, of the last change. */
  readonly at: number
  /** Some of what was typed; null if none of it is text. */
  readonly text: string | null
}

/** The latest first. Empty where the browser keeps nothing. */
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

/** Some browsers never answer, for instance while their profile is being repaired; then nothing is kept. */
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
