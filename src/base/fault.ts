// What is wrong with one part of a request: an item of `errors` in a 400.

/** One error of a 400: where it is, what is wrong, and, where the check knows it, what would be accepted. */
export interface Fault {
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly name: string
  readonly message: string
  /** The values that are accepted. */
  readonly allowed?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** A name that exists and is close to the one sent. */
  readonly didYouMean?: string
  /** Tells errors apart that have the same place. */
  readonly code?: string
}
