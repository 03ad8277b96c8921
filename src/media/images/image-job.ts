// The jobs and responses of an image worker: one line of JSON each.
import type { ResolvedTransformation } from './transformation.ts'

interface ImageSource {
  /** Path of the file. */
  readonly source: string
  /** One of the five types that can be transformed. A file of another format is unreadable. */
  readonly contentType: string
  /** An image with more pixels is unreadable. */
  readonly pixelsMax: number
}

export interface TransformJob extends ImageSource {
  readonly kind: 'transform'
  /** Path of the result, which does not exist yet. */
  readonly output: string
  readonly transformation: ResolvedTransformation
}

interface ThumbhashJob extends ImageSource {
  readonly kind: 'thumbhash'
}

export type ImageJob = TransformJob | ThumbhashJob

/** The placeholder in Base64; null for a transformation, whose result is a file. */
export interface JobResult {
  readonly thumbhash: string | null
}

/**
 * The reasons for a failure. `unreadable`, `timeout`, `memory` and `crashed` are caused by the image; `killed` means that
 * the worker was ended from outside.
 */
export const failureReasons = [
  'unreadable',
  'timeout',
  'memory',
  'crashed',
  'killed',
  'storage_full',
  'unavailable',
] as const
export type FailureReason = (typeof failureReasons)[number]

export type JobOutcome = { readonly result: JobResult } | { readonly failure: FailureReason }

/** A line of output. The first line of a worker tells whether it has an engine; every other line responds to one job. */
export type WorkerLine = { readonly ready: boolean } | JobOutcome
