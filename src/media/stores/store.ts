// What a file store can do. A file is named by the SHA-256 of its bytes and never changes. Which files there should be
// is in the database: a store knows neither assets nor spaces.
import { Problem } from '../../base/errors/errors.ts'

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  /** How many bytes `body` has: of the range, where one was asked for. */
  readonly size: number
  readonly body: Blob | ReadableStream<Uint8Array>
}

export interface StoredFile {
  readonly sha256: string
  readonly size: number
}

export interface Store {
  /** Where it is, without secrets: for the log, for `doctor` and for errors. */
  readonly location: string
  /** On the same disk as the store, so that `put` need not copy what lies here. Null: any folder will do. */
  readonly temporaryFolder: string | null
  /**
   * Stores the temporary file at `path` and takes it over: it may be moved, and is not to be written to afterwards.
   * When this resolves, the file survives a power failure. A file that is stored already is replaced.
   */
  put(sha256: string, path: string): Promise<void>
  /** Throws {@link FileLost} if the store does not have the file. */
  open(sha256: string, range?: ByteRange): Promise<OpenFile>
  /** The whole file without a promise; null where only {@link open} can tell what there is. */
  openNow(sha256: string): OpenFile | null
  stat(sha256: string): Promise<{ readonly size: number } | null>
  /**
   * One attempt. After `limitMs` it fails, and nothing is known of the file: it may still be there, or be deleted a
   * little later. A file that is not there counts as deleted.
   */
  delete(sha256: string, limitMs: number): Promise<void>
  /** All files in pages, ascending by their SHA-256. */
  list(): AsyncGenerator<readonly StoredFile[]>
  /** The random id that tells one store from another; null if it has none. */
  readIdentity(): Promise<string | null>
  /** Writes the id if the store has none, and returns the one that it has then. */
  writeIdentity(id: string): Promise<string>
}

/** The name of the file that holds the store's id. */
export const identityName = 'frontlist-store'

/** The store cannot be reached, refuses, or is another one. The reason is for the log only. */
export class StoreUnavailable extends Problem {
  constructor(
    reason: string,
    {
      detail = 'The file store is unavailable. Try again.',
      retrySeconds = 1,
    }: { detail?: string; retrySeconds?: number } = {},
  ) {
    super('store_unavailable', detail, {
      headers: { 'Retry-After': String(retrySeconds) },
      cause: new Error(reason),
    })
  }
}

/** The store works but does not have a file that it should have. */
export class FileLost extends StoreUnavailable {
  constructor(sha256: string, location: string) {
    super(`${location} does not have the file ${sha256}.`, {
      detail: 'The file store does not have this file.',
      retrySeconds: 60,
    })
  }
}

const sha256Pattern = /^[0-9a-f]{64}$/

/** Where a file is below the store's root: `ab/cd/SHA256`. */
export function toKey(sha256: string): string {
  if (!sha256Pattern.test(sha256)) throw new Error(`Not the SHA-256 of a file: ${JSON.stringify(sha256)}`)
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

/** The file that a store has under this key; null for anything else that is there. */
export function fromKey(key: string): string | null {
  const sha256 = key.slice(key.lastIndexOf('/') + 1)
  return sha256Pattern.test(sha256) && toKey(sha256) === key ? sha256 : null
}

/** The id in the text of {@link identityName}; null if it is none. */
export function parseIdentity(text: string): string | null {
  const id = text.trim()
  return /^[0-9A-Za-z]{20,64}$/.test(id) ? id : null
}

/** Rejects after `limitMs`; the work itself may go on. */
export async function withinLimit<Result>(
  limitMs: number,
  work: Promise<Result>,
  onLate: () => Error,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(onLate()), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
