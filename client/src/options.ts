// The options of `createClient` and their validation.

/** Describes one response, including those after which the call retries. */
export interface ResponseInfo {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** The `Content-Revision` header; null from a server without revisions. */
  readonly revision: string | null
  /** True if the response was a 304 and the result came from the client's cache. */
  readonly fromCache: boolean
  /** The number of requests sent for the call so far. */
  readonly attempts: number
  /** Milliseconds since the call began. */
  readonly ms: number
}

export interface ClientOptions<Preview extends boolean = false> {
  /** The server's origin, with a path prefix if it has one. */
  readonly url: string
  /** The API key, or the token of a preview. A function is called before each request. */
  readonly key: string | (() => string | Promise<string>)
  /** Replaces the global `fetch`, in tests or with SvelteKit's `event.fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** The timeout of a call in milliseconds, including waits and retries. 30,000 by default. */
  readonly timeoutMs?: number | undefined
  /** The number of retries after the first request. 2 by default. */
  readonly retries?: number | undefined
  /**
   * The longest wait before a retry, in milliseconds. A call rejects at once if the server asks for a longer one. 20,000 by
   * default.
   */
  readonly retryWaitMaxMs?: number | undefined
  /** The number of concurrent requests; further ones wait in order. 16 by default. */
  readonly concurrency?: number | undefined
  /**
   * The limits of the cache; `false` disables it. 2,000 responses in 16 MiB by default. Disabled by default in a browser,
   * which has a cache of its own.
   */
  readonly cache?:
    | false
    | { readonly entries?: number | undefined; readonly bytes?: number | undefined }
    | undefined
  /** If true, drafts are read, with a key of the scope `content.preview` or a token. Nothing is cached. False by default. */
  readonly preview?: Preview | undefined
  /** If true, the server rejects parameters that it does not know. True by default. */
  readonly strict?: boolean | undefined
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined
}

/** Throws a TypeError for a value that is not a number from 0. Infinity is allowed. */
export function checkNumbers(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (Math.max(0, value) !== value) throw new TypeError(`${name} must be a number from 0`)
  }
}
