// Sends the real request, with a key and never with the session, and measures the answer. No React here.

export interface TryResponse {
  /** What was asked for, from `/api/` on, and with which key: whether a further request is the same one. */
  readonly path: string
  readonly key: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null where the answer has none. */
  readonly etag: string | null
  /** From sending to the last byte. */
  readonly milliseconds: number
  /** The body as it went over the wire; null where the browser does not tell. */
  readonly wireBytes: number | null
  /** `gzip` and the like; null where it was not compressed. */
  readonly encoding: string | null
  /** The body after decoding. */
  readonly bytes: number
  readonly text: string
  /** Undefined where the body is no JSON. */
  readonly json: unknown
}

export interface Sending {
  readonly path: string
  readonly key: string
  /** An `ETag` of an answer so far. */
  readonly ifNoneMatch: string | null
  readonly signal: AbortSignal
}

/** Throws where there is no answer: no server, or a request that was stopped. */
export async function send({ path, key, ifNoneMatch, signal }: Sending): Promise<TryResponse> {
  const headers = new Headers({ Authorization: `Bearer ${key}` })
  if (ifNoneMatch !== null) headers.set('If-None-Match', ifNoneMatch)
  const wire = watchWire(path)
  const begin = performance.now()
  try {
    // Not from the browser's cache: what is shown is what the server said this time.
    const response = await fetch(path, { headers, signal, credentials: 'omit', cache: 'no-store' })
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

/** No key holds such characters, and no header may. */
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

/** An observer also sees what comes after the browser's list of resources is full. */
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
