// The options of `createClient`, and their checks.

/** What is said of each response, also of those that are tried again. */
export interface ResponseInfo {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** `Content-Revision`: null from a server without revisions. */
  readonly revision: string | null
  /** Whether it was a 304 to what the client has cached. */
  readonly fromCache: boolean
  /** Requests sent for the call so far. */
  readonly attempts: number
  /** Since the call. */
  readonly ms: number
}

export interface ClientOptions {
  /** The server's origin, with a path prefix if there is one. */
  readonly url: string
  /** The API key; a function is called before each request. */
  readonly key: string | (() => string | Promise<string>)
  /** Instead of the global one: in tests, or SvelteKit's `event.fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Of one call, waits and tries included. 30,000 by default. */
  readonly timeoutMs?: number | undefined
  /** Tries after the first. 2 by default. */
  readonly retries?: number | undefined
  /** A call that the server asks to wait longer rejects at once. 20,000 by default. */
  readonly retryWaitMaxMs?: number | undefined
  /** Requests at once; others wait in order. 16 by default. */
  readonly concurrency?: number | undefined
  /** 2,000 responses in 16 MiB by default, and none in a browser, which caches by itself. */
  readonly cache?:
    | false
    | { readonly entries?: number | undefined; readonly bytes?: number | undefined }
    | undefined
  /** Whether an option that the server does not know is an error. True by default. */
  readonly strict?: boolean | undefined
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined
}

/** Throws for what is no number from 0; infinity is one. */
export function checkNumbers(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (Math.max(0, value) !== value) throw new TypeError(`${name} must be a number from 0`)
  }
}
