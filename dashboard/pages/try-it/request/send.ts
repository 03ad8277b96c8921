// Sends requests to the content API with the session or with an API key, and measures the responses. The hook sends one
// request at a time.
import { useEffect, useRef, useState } from 'react'

export interface TryResponse {
  /**
   * The path for a site, starting with `/api/`. Together with the key, it determines whether another request is the same.
   */
  readonly path: string
  /** Null if the session was sent. */
  readonly key: string | null
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null if the response has no `ETag`. */
  readonly etag: string | null
  /** The time from sending to the last byte. */
  readonly milliseconds: number
  /** The size of the body on the wire; null if the browser does not report it. */
  readonly wireBytes: number | null
  /** For example `gzip`; null if the body was not compressed. */
  readonly encoding: string | null
  /** The size of the body after decoding. */
  readonly bytes: number
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: unknown
}

export interface Sending {
  readonly path: string
  /** Null if the session is sent. */
  readonly key: string | null
  /** The slug of the space that the session reads. */
  readonly space: string
  /** The `ETag` of an earlier response. */
  readonly ifNoneMatch: string | null
  readonly signal: AbortSignal
}

/** The content API accepts only API keys. The second path returns the same responses for a session. */
const contentPath = '/api/v1/public/content/'
const sessionContentPath = '/api/dashboard/content/'

/** Throws if there is no response, because the server is unreachable or the request was stopped. */
export async function send({ path, key, space, ifNoneMatch, signal }: Sending): Promise<TryResponse> {
  const headers = new Headers(
    key === null ? { 'Frontlist-Space': space } : { Authorization: `Bearer ${key}` },
  )
  if (ifNoneMatch !== null) headers.set('If-None-Match', ifNoneMatch)
  const sentPath = key === null ? path.replace(contentPath, sessionContentPath) : path
  const credentials = key === null ? 'same-origin' : 'omit'
  const wire = watchWire(sentPath)
  const begin = performance.now()
  try {
    // Bypasses the browser's cache, so that the page shows the server's response to this request.
    const response = await fetch(sentPath, { headers, signal, credentials, cache: 'no-store' })
    const body = new Uint8Array(await response.arrayBuffer())
    const milliseconds = performance.now() - begin
    const text = new TextDecoder().decode(body)
    return {
      path,
      key,
      status: response.status,
      headers: [...response.headers],
      etag: response.headers.get('ETag'),
      milliseconds,
      wireBytes: await wire.size(),
      encoding: response.headers.get('Content-Encoding'),
      bytes: body.length,
      text,
      json: parse(text),
    }
  } finally {
    wire.end()
  }
}

/** Checks whether the key contains only characters that are allowed in a header. Every valid key does. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const wireWaitMs = 200

/**
 * Measures the body's size on the wire. An observer receives entries even if the browser's resource timing buffer is full.
 */
function watchWire(path: string): { size(): Promise<number | null>; end(): void } {
  const url = new URL(path, location.href).href
  const seen = Promise.withResolvers<number>()
  const observer = new PerformanceObserver(list => {
    const last = list.getEntriesByName(url).at(-1)
    if (last instanceof PerformanceResourceTiming) seen.resolve(last.encodedBodySize)
  })
  observer.observe({ type: 'resource' })
  return {
    size: () =>
      Promise.race([seen.promise, new Promise<null>(resolve => setTimeout(resolve, wireWaitMs, null))]),
    end: () => observer.disconnect(),
  }
}

export interface Outcome {
  readonly running: boolean
  /** The response to the last completed request. It stays while the next request runs. */
  readonly response: TryResponse | null
  /** The reason why the last request got no response. */
  readonly failure: string | null
}

const nothingYet: Outcome = { running: false, response: null, failure: null }

/** Sends one request at a time, can stop it, and holds the result. */
export function useSending() {
  const [outcome, setOutcome] = useState<Outcome>(nothingYet)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  /** Resolves to the response; null if there is none, or if the request was superseded or stopped. */
  const start = async (request: Omit<Sending, 'signal'>): Promise<TryResponse | null> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setOutcome(before => ({ ...before, running: true, failure: null }))
    const response = await send({ ...request, signal: controller.signal }).catch(() => null)
    if (current.current !== controller) return null
    current.current = null
    const failure = 'Could not reach the server. Check that it is running, then try again.'
    setOutcome(
      response ? { running: false, response, failure: null } : { running: false, response: null, failure },
    )
    return response
  }

  const stop = () => {
    current.current?.abort()
    current.current = null
    setOutcome({ running: false, response: null, failure: 'Stopped before the response was complete.' })
  }

  return { outcome, start, stop }
}
