// What no node may stand behind: a cache that gives an answer again without asking the node. To a rig the two together
// are a node that does not know what it should.
import type { RigNode } from './node-process.ts'

export interface StaleCacheOptions {
  /** For how long an answer is given again; for as long as the cache stands where absent. */
  readonly keptMs?: number
  /** Requests with the same name get the same answer; those with the same address and key where absent. */
  readonly nameOf?: (request: Request) => string
  /** A request that is no GET ends all that is kept, as is the custom of caches: of others' writes it knows nothing. */
  readonly isEmptiedByWrites?: boolean
}

export interface StaleCache<Node extends RigNode> {
  /** The node behind it. */
  readonly node: Node
  stop(): Promise<void>
}

const byAddressAndKey = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search} ${request.headers.get('Authorization')}`
}

/** Keeps answers of 200 to who asks with GET; all else goes through. */
export function startStaleCache<Node extends RigNode>(
  node: Node,
  {
    keptMs = Number.POSITIVE_INFINITY,
    nameOf = byAddressAndKey,
    isEmptiedByWrites = false,
  }: StaleCacheOptions = {},
): StaleCache<Node> {
  const kept = new Map<string, { text: string; at: number }>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const name = nameOf(request)
      const last = kept.get(name)
      if (last && performance.now() - last.at < keptMs) return new Response(last.text)
      const { method, headers } = request
      const body = method === 'GET' ? {} : { body: await request.arrayBuffer() }
      const answer = await node.request(`${pathname}${search}`, { method, headers, ...body })
      const text = await answer.text()
      if (method !== 'GET' && isEmptiedByWrites) kept.clear()
      if (method === 'GET' && answer.status === 200) kept.set(name, { text, at: performance.now() })
      return new Response(text, { status: answer.status })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return { node: node.behind(url) as Node, stop: () => server.stop(true) }
}
