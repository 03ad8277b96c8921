// The queue of uploads: sends three files at a time with progress, independently of the page that is shown. No React here.
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import type { UploadWarning } from '../../../src/media/manage/upload-warnings.ts'
import { ApiProblem, toApiProblem, toOffline } from '../request.ts'

export interface FileRequest {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly file: Blob
  /** The slug of the space. */
  readonly space: string
  readonly onProgress: (bytesSent: number) => void
  /** Cancels the request: the promise is rejected with an `AbortError`. */
  readonly signal: AbortSignal
}

interface FileResponse<Json> {
  readonly status: number
  readonly body: Json
}

type UploadState = 'waiting' | 'sending' | 'done' | 'failed'

export interface Upload {
  readonly key: number
  /** The slug of the space. */
  readonly space: string
  /** The target of the file: the library, or a field of an entry, which takes the file once it is uploaded. */
  readonly place: string
  readonly file: File
  /** The number of bytes sent. */
  readonly sent: number
  readonly state: UploadState
  /** The cause of a failure. */
  readonly error: unknown
  /** Null until the upload is done. */
  readonly result: UploadResult | null
}

export interface UploadResult {
  /** The key of the upload. */
  readonly key: number
  readonly asset: AssetItemView
  /** True if the library already had the same file. */
  readonly isKnown: boolean
  /** True if the picture contained metadata about its location or camera, which is not stored. */
  readonly metadataRemoved: boolean
  /** Reasons why visitors of the site may not see the file. */
  readonly warnings: readonly UploadWarning[]
}

interface UploadResponse {
  readonly doc: AssetItemView
  readonly metadataRemoved: boolean
  readonly warnings: readonly UploadWarning[]
}

type Send = (request: FileRequest) => Promise<FileResponse<UploadResponse>>

const atOnce = 3

export class UploadQueue {
  readonly #send: Send
  readonly #listeners = new Set<() => void>()
  readonly #controllers = new Map<number, AbortController>()
  /** The number of mounted components that show the uploads of each place. */
  readonly #shown = new Map<string, number>()
  #uploads: readonly Upload[] = []
  #lastKey = 0
  /** The id of the user who added the uploads. */
  #user: string | null = null

  constructor(send: Send) {
    this.#send = send
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns the same array until something changes. */
  readonly list = (): readonly Upload[] => this.#uploads

  isShown(place: string): boolean {
    return this.#shown.has(place)
  }

  /**
   * Marks a place as showing its own uploads, so that the global list omits them. Returns a function that removes the
   * mark.
   */
  show(place: string): () => void {
    this.#shown.set(place, (this.#shown.get(place) ?? 0) + 1)
    this.#update(this.#uploads.slice())
    return () => {
      const left = this.#shown.get(place)! - 1
      if (left === 0) this.#shown.delete(place)
      else this.#shown.set(place, left)
      this.#update(this.#uploads.slice())
    }
  }

  add(files: readonly File[], target: { readonly space: string; readonly place: string }): readonly number[] {
    const blank = { ...target, sent: 0, state: 'waiting', error: null, result: null } as const
    const added = files.map(file => ({ ...blank, key: ++this.#lastKey, file }))
    this.#update([...this.#uploads, ...added])
    this.#start()
    return added.map(({ key }) => key)
  }

  retry(key: number): void {
    this.#change(key, { state: 'waiting', sent: 0, error: null })
    this.#start()
  }

  /** Removes uploads, and cancels those in progress. */
  remove(...keys: readonly number[]): void {
    for (const key of keys) this.#controllers.get(key)?.abort()
    this.#update(this.#uploads.filter(({ key }) => !keys.includes(key)))
    this.#start()
  }

  /**
   * Removes and returns the finished uploads of a place in the order in which they were added. A file waits for those
   * before it unless they failed.
   */
  take(place: string): readonly UploadResult[] {
    const here = this.#uploads.filter(upload => upload.place === place)
    const end = here.findIndex(({ state }) => state === 'waiting' || state === 'sending')
    const done = (end < 0 ? here : here.slice(0, end)).filter(({ state }) => state === 'done')
    if (done.length > 0) this.remove(...done.map(({ key }) => key))
    return done.map(({ result }) => result!)
  }

  /** Sets the user, and cancels the uploads of another user. */
  keepFor(user: string): void {
    if (this.#user !== null && this.#user !== user) this.remove(...this.#uploads.map(({ key }) => key))
    this.#user = user
  }

  #start(): void {
    const free = atOnce - this.#controllers.size
    const waiting = this.#uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0))
    for (const upload of waiting) void this.#run(upload)
  }

  async #run({ key, file, space }: Upload): Promise<void> {
    const controller = new AbortController()
    this.#controllers.set(key, controller)
    this.#change(key, { state: 'sending' })
    try {
      const { status, body } = await this.#send({
        method: 'POST',
        path: `/api/v1/assets?${new URLSearchParams({ filename: file.name })}`,
        file,
        space,
        signal: controller.signal,
        onProgress: sent => this.#change(key, { sent: Math.min(sent, file.size) }),
      })
      const { doc: asset, metadataRemoved, warnings } = body
      const result = { key, asset, isKnown: status === 200, metadataRemoved, warnings }
      this.#change(key, { state: 'done', sent: file.size, result })
    } catch (error) {
      this.#change(key, { state: 'failed', error })
    } finally {
      this.#controllers.delete(key)
      this.#start()
    }
  }

  /** Does nothing if the upload was removed. */
  #change(key: number, changes: Partial<Upload>): void {
    this.#update(this.#uploads.map(upload => (upload.key === key ? { ...upload, ...changes } : upload)))
  }

  #update(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}

export function isActive({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

/** Returns the totals of the uploads. Failed ones are excluded from `sent` and `size`. */
export function sumUploads(uploads: readonly Upload[]) {
  const counted = uploads.filter(({ state }) => state !== 'failed')
  const active = counted.filter(isActive)
  return {
    active: active.length,
    done: counted.length - active.length,
    failed: uploads.length - counted.length,
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
    size: counted.reduce((sum, { file }) => sum + file.size, 0),
  }
}

const retriable: ReadonlySet<string> = new Set([
  'offline',
  'store_unavailable',
  'storage_full',
  'overloaded',
  'session_required',
])

/** Checks whether the same file may be accepted on a second attempt. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true
  const { code, status, errors } = error
  // The server timed out while it waited for the rest of the file.
  const isCutOff = code === 'invalid_body' && /^(?:stopped|ended)\b/.test(errors[0]?.message ?? '')
  return isCutOff || retriable.has(code) || status >= 500
}

/** Rejects with an {@link ApiProblem} unless the response is successful. */
export async function sendFile<Json>({ file, ...others }: FileRequest): Promise<FileResponse<Json>> {
  try {
    return await send(others, file)
  } catch (error) {
    // A file that was changed or removed after it was chosen looks like a lost connection.
    const isOffline = error instanceof ApiProblem && error.code === 'offline'
    if (isOffline && !(await isReadable(file))) throw toUnreadable()
    throw error
  }
}

function send<Json>(
  { method, path, space, onProgress, signal }: Omit<FileRequest, 'file'>,
  file: Blob,
): Promise<FileResponse<Json>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('Frontlist-Space', space)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status < 400 && body !== null) resolve({ status: request.status, body: body as Json })
      else reject(toApiProblem(request.status, body, request.getResponseHeader('Retry-After')))
    }
    request.onerror = () => reject(toOffline())
    request.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(new DOMException('Cancelled.', 'AbortError'))
    else request.send(file)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function toUnreadable(): ApiProblem {
  return new ApiProblem(0, 'file_unreadable', 'The file can no longer be read on this device.')
}
