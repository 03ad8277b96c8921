// A faulty proxy for tests: a cache that repeats responses without asking the node. To a stress test, the two
// together look like a node with stale state.
import type { StressNode } from './node-process.ts'

export interface StaleCacheOptions {
  /** How long a response is reused; until the cache is stopped if absent. */
  readonly cachedMs?: number
  /** Requests with the same name share a response; if absent, those with the same URL and key. */
  readonly nameOf?: (request: Request) => string
  /**
   * Requests other than GET clear the cache, as caches usually do: it does not know about writes by other clients.
   */
  readonly isEmptiedByWrites?: boolean
}

export interface StaleCache<Node extends StressNode> {
  /** The node behind the cache. */
  readonly node: Node
  stop(): Promise<void>
}

const byAddressAndKey = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search} ${request.headers.get('Authorization')}`
}

/** Caches 200 responses to GET requests; passes everything else through. */
export function startStaleCache<Node extends StressNode>(
  node: Node,
  {
    cachedMs = Number.POSITIVE_INFINITY,
    nameOf = byAddressAndKey,
    isEmptiedByWrites = false,
  }: StaleCacheOptions = {},
): StaleCache<Node> {
  const stored = new Map<string, { text: string; at: number }>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const name = nameOf(request)
      const last = stored.get(name)
      if (last && performance.now() - last.at < cachedMs) return new Response(last.text)
      const { method, headers } = request
      const body = method === 'GET' ? {} : { body: await request.arrayBuffer() }
      const response = await node.request(`${pathname}${search}`, { method, headers, ...body })
      const text = await response.text()
      if (method !== 'GET' && isEmptiedByWrites) stored.clear()
      if (method === 'GET' && response.status === 200) stored.set(name, { text, at: performance.now() })
      return new Response(text, { status: response.status })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return { node: node.behind(url) as Node, stop: () => server.stop(true) }
}
