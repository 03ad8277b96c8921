// The interface of a file store. A file is named by the SHA-256 of its bytes and never changes. The database contains which
// files should exist; a store knows neither assets nor spaces.
import { Problem } from '../../base/errors.ts'

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface OpenFile {
  /** The number of bytes in `body`: those of the range, if one was requested. */
  readonly size: number
  readonly body: Blob | ReadableStream<Uint8Array>
}

export interface StoredFile {
  readonly sha256: string
  readonly size: number
}

export interface Store {
  /** The location without secrets, for the log, for `doctor` and for errors. */
  readonly location: string
  /** A folder on the disk of the store, from which `put` need not copy files. Null: any folder can be used. */
  readonly temporaryFolder: string | null
  /**
   * Stores the temporary file at `path` and takes it over: it may be moved, and must not be written to afterwards. When the
   * promise resolves, the file survives a power failure. A file that is already stored is replaced.
   */
  put(sha256: string, path: string): Promise<void>
  /** Throws {@link FileLost} if the store does not have the file. */
  open(sha256: string, range?: ByteRange): Promise<OpenFile>
  /** Opens the whole file synchronously; null if only {@link open} can tell whether it exists. */
  openNow(sha256: string): OpenFile | null
  stat(sha256: string): Promise<{ readonly size: number } | null>
  /**
   * Makes one attempt to delete a file. After `limitMs` it fails with an unknown outcome: the file may still exist, or be
   * deleted a little later. A missing file counts as deleted.
   */
  delete(sha256: string, limitMs: number): Promise<void>
  /** Yields all files in pages, ascending by their SHA-256. */
  list(): AsyncGenerator<readonly StoredFile[]>
  /** Returns the random id that distinguishes the store; null if it has none. */
  readIdentity(): Promise<string | null>
  /** Writes the id if the store has none. Returns the id that the store has afterwards. */
  writeIdentity(id: string): Promise<string>
}

/** The name of the file that contains the store's id. */
export const identityName = 'frontlist-store'

/** The store is unreachable, refuses, or is another one. The reason is for the log only. */
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

/** The store works, but lacks a file that it should have. */
export class FileLost extends StoreUnavailable {
  constructor(sha256: string, location: string) {
    super(`${location} does not have the file ${sha256}.`, {
      detail: 'The file store does not have this file.',
      retrySeconds: 60,
    })
  }
}

const sha256Pattern = /^[0-9a-f]{64}$/

/** Returns the path of a file below the store's root: `ab/cd/SHA256`. */
export function toKey(sha256: string): string {
  if (!sha256Pattern.test(sha256)) throw new Error(`Not the SHA-256 of a file: ${JSON.stringify(sha256)}`)
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

/** Returns the hash of the file that has this key; null if the key is not a file's. */
export function fromKey(key: string): string | null {
  const sha256 = key.slice(key.lastIndexOf('/') + 1)
  return sha256Pattern.test(sha256) && toKey(sha256) === key ? sha256 : null
}

/** Returns the id in the text of {@link identityName}; null if it is invalid. */
export function parseIdentity(text: string): string | null {
  const id = text.trim()
  return /^[0-9A-Za-z]{20,64}$/.test(id) ? id : null
}

/** Rejects after `limitMs`. The work itself may continue. */
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
