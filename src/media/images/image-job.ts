// What the image worker is asked for and what it responds with: one line of JSON each.
import type { ResolvedTransformation } from './transformation.ts'

interface ImageSource {
  /** Path of the file. */
  readonly source: string
  /** One of the five that can be transformed; a file of another format is unreadable. */
  readonly contentType: string
  /** More pixels are unreadable. */
  readonly pixelsMax: number
}

export interface TransformJob extends ImageSource {
  readonly kind: 'transform'
  /** Path of the result, which does not exist yet. */
  readonly output: string
  readonly transformation: ResolvedTransformation
}

export interface ThumbhashJob extends ImageSource {
  readonly kind: 'thumbhash'
}

export type ImageJob = TransformJob | ThumbhashJob

/** The placeholder, in Base64; null for the result of a transformation, which is a file. */
export interface JobResult {
  readonly thumbhash: string | null
}

/**
 * Why there is no result. `unreadable`, `timeout`, `memory` and `crashed` are the image's fault; `killed` is a worker that
 * was ended from outside.
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

/** The first line of a worker says whether it has an engine; every other line is the response to one job. */
export type WorkerLine = { readonly ready: boolean } | JobOutcome
