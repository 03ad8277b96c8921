// Transformed images and placeholders for other modules. They come from the cache, or are made once for all requests that
// wait for them. Callers choose the files and transformations, and check who may see them.
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { findProgram, ImageEngine } from './engine.ts'
import { type CachedImage, ImageCache } from './image-cache.ts'
import { type FailureReason, failureReasons, type ImageJob, type JobResult } from './image-job.ts'
import { ImageQueue, SharedJobs } from './image-queue.ts'
import type {
  ImageFailure,
  ImageFigures,
  ImageFile,
  ImageRequest,
  ImageSource,
  PlaceholderRequest,
  PlaceholderResult,
} from './image-request.ts'
import {
  type Delay,
  defaultLimits,
  isDiskFull,
  nameWorkFolder,
  realDelay,
  type WorkerLimits,
  type WorkerProgram,
  type WorkFolder,
} from './worker-process.ts'

export interface ImagesOptions {
  /** A folder on this node's disk. */
  readonly folder: string
  /** The limit of the cache; 0 disables it. */
  readonly cacheBytes: number
  /** 0: nothing is made. */
  readonly workers: number
  readonly pixelsMax: number
  readonly clock: Clock
  /** For tests. */
  readonly program?: WorkerProgram | null
  readonly limits?: WorkerLimits
  readonly delay?: Delay
}

/** A file that is cached, or that is removed when its last user releases it. */
interface ResultFile {
  readonly path: string
  readonly size: number
  readonly isCached: boolean
  readonly remove: () => void
}

type Outcome = FailureReason | JobResult | ResultFile

/** The time for which an image that failed is not tried again. */
const failureMs = 600_000
const failuresMax = 10_000
const retryAfterSeconds = 5
const noPlaceholder: PlaceholderResult = { thumbhash: null, isUnreadable: false }
/** Failures that mean a picture cannot be decoded. A timeout may also have been caused by a busy machine. */
const undecodable: ReadonlySet<FailureReason> = new Set(['unreadable', 'memory', 'crashed'])

export class Images {
  readonly #options: ImagesOptions
  readonly #workFolder: WorkFolder
  readonly #cache: ImageCache
  readonly #engine: ImageEngine
  readonly #queue: ImageQueue
  readonly #jobs: SharedJobs<Outcome>
  readonly #failed = new Map<string, { readonly until: number; readonly reason: FailureReason }>()
  readonly #made = { jpeg: 0, png: 0, webp: 0, avif: 0 }
  readonly #failures: Record<string, number> = Object.fromEntries(
    [...failureReasons, 'overloaded'].map(reason => [reason, 0]),
  )
  #cacheHits = 0
  #outputs = 0

  constructor(options: ImagesOptions) {
    const { cacheBytes, workers, clock } = options
    // The paths must be absolute, because workers run in folders of their own.
    const folder = resolve(options.folder)
    const { program = findProgram(), limits = defaultLimits, delay = realDelay } = options
    this.#options = options
    this.#workFolder = nameWorkFolder(join(folder, 'work'), clock)
    this.#cache = new ImageCache({ folder: join(folder, 'cache'), bytesMax: cacheBytes, clock })
    this.#engine = new ImageEngine({ workers, program, folder: this.#workFolder.path, limits, delay })
    this.#queue = new ImageQueue({ permitsMax: Math.max(workers, 1), clock, delay })
    this.#jobs = new SharedJobs(this.#queue, result => {
      if (typeof result === 'object' && 'remove' in result) result.remove()
    })
  }

  /** Makes an image or returns the cached one. Rejects if the source cannot be read from its store. */
  async make(request: ImageRequest): Promise<ImageFile | ImageFailure> {
    const { sha256, transformation } = request
    const { contentType, name } = transformation
    if (this.#engine.isOff) return { failure: 'transform_unavailable' }
    const cached = this.find(request)
    if (cached !== null) return { ...cached, contentType, isCached: true, release: () => {} }
    const key = `${sha256}/${name}`
    if (this.#failureOf(key) !== null) return { failure: 'image_unreadable' }
    const requester = { ...request, priority: 'delivery' as const }
    const outcome = await this.#jobs.join(key, requester, () => this.#makeFile(key, request))
    if (outcome === 'overloaded') this.#count(outcome)
    if (typeof outcome === 'string') return toFailure(outcome)
    const { result, release } = outcome
    if (typeof result === 'string') return toFailure(result)
    if ('thumbhash' in result) throw new TypeError(`${key} is a placeholder`)
    const { path, size, isCached } = result
    return { path, size, contentType, isCached, release }
  }

  /** Returns the cached image, synchronously; null if {@link make} has to decide. */
  find(request: Pick<ImageRequest, 'sha256' | 'transformation'>): CachedImage | null {
    return this.finder(request)()
  }

  /** Returns {@link find} for an image that is looked up repeatedly. */
  finder({
    sha256,
    transformation,
  }: Pick<ImageRequest, 'sha256' | 'transformation'>): () => CachedImage | null {
    if (this.#engine.isOff) return () => null
    const findCached = this.#cache.finder(sha256, transformation.name)
    return () => {
      const cached = findCached()
      if (cached !== null) this.#cacheHits += 1
      return cached
    }
  }

  /** Makes a placeholder of the first frame, which also shows whether the picture can be decoded. */
  async placeholder(request: PlaceholderRequest): Promise<PlaceholderResult> {
    const { sha256, contentType } = request
    const { pixelsMax } = this.#options
    const key = `${sha256}/thumbhash`
    if (this.#engine.isOff) return noPlaceholder
    const failure = this.#failureOf(key)
    if (failure !== null) return { thumbhash: null, isUnreadable: undecodable.has(failure) }
    const outcome = await this.#jobs.join(key, request, () =>
      this.#runJob(key, request, source => ({ kind: 'thumbhash', source, contentType, pixelsMax })),
    )
    if (typeof outcome === 'string') return noPlaceholder
    const { result } = outcome
    if (typeof result === 'string') return { thumbhash: null, isUnreadable: undecodable.has(result) }
    return { thumbhash: 'thumbhash' in result ? result.thumbhash : null, isUnreadable: false }
  }

  /** Removes all cached images of a file. Returns their number. */
  forget(sha256: string): number {
    return this.#cache.forget(sha256)
  }

  /** Checks whether there is a worker with an engine. */
  check(): Promise<boolean> {
    return this.#engine.check()
  }

  figures(): ImageFigures {
    return {
      made: { ...this.#made },
      cacheHits: this.#cacheHits,
      failures: { ...this.#failures },
      queued: this.#queue.length,
      cachedBytes: this.#cache.bytes,
    }
  }

  stop(): void {
    this.#queue.clear()
    this.#engine.stop()
    this.#workFolder.remove()
  }

  async #makeFile(key: string, request: ImageRequest): Promise<Outcome> {
    const { sha256, contentType, transformation } = request
    const { pixelsMax } = this.#options
    const output = join(this.#workFolder.path, `result-${this.#outputs++}`)
    const remove = () => rmSync(output, { force: true })
    try {
      mkdirSync(this.#workFolder.path, { recursive: true, mode: 0o700 })
      const toJob = (source: string): ImageJob => ({
        kind: 'transform',
        source,
        contentType,
        pixelsMax,
        output,
        transformation,
      })
      const result = await this.#runJob(key, request, toJob)
      if (typeof result === 'string') {
        remove()
        return result
      }
      this.#made[transformation.format] += 1
      const cached = await this.#cache.add(sha256, transformation.name, output)
      if (cached !== null) return { ...cached, isCached: true, remove: () => {} }
      return { path: output, size: statSync(output).size, isCached: false, remove }
    } catch (error) {
      remove()
      if (!isDiskFull(error)) throw error
      this.#count('storage_full')
      return 'storage_full'
    }
  }

  async #runJob(
    key: string,
    request: ImageSource,
    toJob: (path: string) => ImageJob,
  ): Promise<FailureReason | JobResult> {
    const source = await request.source()
    try {
      // The worker would look for a relative path in its own folder.
      const outcome = await this.#engine.run(toJob(resolve(source.path)))
      if ('result' in outcome) return outcome.result
      this.#noteFailure(key, outcome.failure)
      return outcome.failure
    } finally {
      source.release()
    }
  }

  /** Returns null unless the image failed a short time ago. */
  #failureOf(key: string): FailureReason | null {
    const failed = this.#failed.get(key)
    return failed && failed.until > this.#options.clock() ? failed.reason : null
  }

  #noteFailure(key: string, reason: FailureReason): void {
    this.#count(reason)
    // These failures are not caused by the image.
    if (reason === 'unavailable' || reason === 'storage_full') return
    this.#failed.delete(key)
    this.#failed.set(key, { until: this.#options.clock() + failureMs, reason })
    const [oldest] = this.#failed.keys()
    if (this.#failed.size > failuresMax && oldest !== undefined) this.#failed.delete(oldest)
  }

  #count(reason: string): void {
    this.#failures[reason] = (this.#failures[reason] ?? 0) + 1
  }
}

function toFailure(reason: FailureReason | 'overloaded' | 'aborted'): ImageFailure {
  if (reason === 'overloaded') return { failure: reason, retryAfterSeconds }
  if (reason === 'unavailable') return { failure: 'transform_unavailable' }
  if (reason === 'aborted' || reason === 'storage_full') return { failure: reason }
  return { failure: 'image_unreadable' }
}
