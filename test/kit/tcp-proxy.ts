// A TCP proxy between a client and a server, which makes the network go wrong: silent, slow, half closed, reset.
// Which connections a fault is for is told by their number or by their first bytes, so that a test can cut one of a
// node's connections and leave the others.
import { createServer, type Server, Socket } from 'node:net'
import { findFreePort } from './free-port.ts'

/** What a rule can go by. */
export interface ProxiedConnection {
  /** The first is 1. */
  readonly number: number
  /** Of the client's first packet; empty until there is one. */
  readonly firstBytes: Buffer
  /** What a client of PostgreSQL names in its first packet: `user`, `database`, `application_name`. */
  readonly startup: ReadonlyMap<string, string>
}

export type Way = 'to server' | 'to client'

export interface Selection {
  /** All connections where absent. Asked again for each packet, so it also finds those that are opened later. */
  readonly only?: (connection: ProxiedConnection) => boolean
  /** Both ways where absent. */
  readonly way?: Way
}

export interface TcpProxy {
  readonly port: number
  readonly connections: readonly ProxiedConnection[]
  /** Where connections that are opened from now on lead. */
  target: number
  /** Takes bytes and ends, and delivers none until {@link heal}: what a cut cable looks like. */
  blackHole(selection?: Selection): void
  /** Delivers each packet so much later, in their order. */
  delay(milliseconds: number, selection?: Selection): void
  /** No new connection; those that there are go on. */
  refuse(): Promise<void>
  /** Closes the servers' sides; the clients are not told, and what they send leads nowhere. */
  halfOpen(selection?: Pick<Selection, 'only'>): void
  /** A reset to both sides of the connections that there are. */
  reset(selection?: Pick<Selection, 'only'>): void
  /** Ends every rule. What was held back arrives, as packets do that were sent again. */
  heal(): Promise<void>
  close(): Promise<void>
}

interface Rule extends Selection {
  /** Until when a packet waits. */
  readonly wait: () => Promise<void>
}

const host = '127.0.0.1'

/** `sleep` is how time passes in {@link TcpProxy.delay}. */
export async function startTcpProxy(
  target: number,
  sleep = (ms: number) => Bun.sleep(ms),
): Promise<TcpProxy> {
  const port = await findFreePort()
  const links = new Set<Link>()
  let rules: Rule[] = []
  let opened = 0
  let healed = Promise.withResolvers<void>()
  let server: Server | null = null
  const rulesFor = (link: Link, way: Way) =>
    rules.filter(rule => (rule.way ?? way) === way && (rule.only?.(link) ?? true))

  const accept = (client: Socket) => {
    const link = new Link(++opened, client, proxy.target, rulesFor, () => links.delete(link))
    links.add(link)
  }
  const listen = async () => {
    if (server) return
    server = createServer({ allowHalfOpen: true }, accept)
    const listening = Promise.withResolvers<void>()
    server.once('error', listening.reject)
    server.listen(port, host, listening.resolve)
    await listening.promise
  }
  const refuse = async () => {
    server?.close()
    server = null
  }
  const chosen = ({ only = () => true }: Selection = {}) => [...links].filter(only)

  const proxy: TcpProxy = {
    port,
    target,
    get connections() {
      return [...links]
    },
    blackHole: selection => void rules.push({ ...selection, wait: () => healed.promise }),
    delay: (milliseconds, selection) => void rules.push({ ...selection, wait: () => sleep(milliseconds) }),
    refuse,
    halfOpen: selection => {
      for (const link of chosen(selection)) link.leaveClientAlone()
    },
    reset: selection => {
      for (const link of chosen(selection)) link.reset()
    },
    heal: async () => {
      rules = []
      healed.resolve()
      healed = Promise.withResolvers()
      await listen()
    },
    close: async () => {
      await refuse()
      for (const link of links) link.reset()
    },
  }
  await listen()
  return proxy
}

/** A client's connection and the one to the server that belongs to it. */
class Link implements ProxiedConnection {
  firstBytes: Buffer = Buffer.alloc(0)
  startup: ReadonlyMap<string, string> = new Map()
  #isAbandoned = false
  readonly #server = new Socket({ allowHalfOpen: true })

  constructor(
    readonly number: number,
    readonly client: Socket,
    target: number,
    readonly rulesFor: (link: Link, way: Way) => readonly Rule[],
    readonly onClosed: () => void,
  ) {
    this.#pass(client, this.#server, 'to server')
    this.#pass(this.#server, client, 'to client')
    this.#server.connect(target, host)
  }

  leaveClientAlone(): void {
    this.#isAbandoned = true
    this.#server.destroy()
  }

  reset(): void {
    this.client.resetAndDestroy()
    this.#server.resetAndDestroy()
  }

  /** Packets, the end and a breakdown, each after all before it. */
  #pass(from: Socket, to: Socket, way: Way): void {
    let last = Promise.resolve()
    const then = (deliver: () => void) => {
      const waits = this.rulesFor(this, way).map(rule => rule.wait())
      last = Promise.all([last, ...waits]).then(() => {
        if (!this.#isAbandoned) deliver()
      })
    }
    from.on('data', (bytes: Buffer) => {
      if (way === 'to server' && this.firstBytes.length === 0) this.#read(bytes)
      then(() => {
        if (to.destroyed || to.write(bytes)) return
        from.pause()
        to.once('drain', () => from.resume())
      })
    })
    from.on('end', () => then(() => void to.end()))
    from.on('error', () => then(() => void to.resetAndDestroy()))
    from.on('close', () => {
      then(() => void to.destroySoon())
      if (from === this.client || this.client.destroyed) this.onClosed()
    })
  }

  #read(bytes: Buffer): void {
    this.firstBytes = bytes
    this.startup = readStartup(bytes)
  }
}

/** Length, version 3, then names and values, each closed by a zero. Of anything else the map is empty. */
function readStartup(bytes: Buffer): ReadonlyMap<string, string> {
  if (bytes.length < 8 || bytes.readUInt16BE(4) !== 3) return new Map()
  const texts = bytes.subarray(8, bytes.readUInt32BE(0)).toString().split('\0')
  const pairs = new Map<string, string>()
  for (let at = 0; at + 1 < texts.length && texts[at]; at += 2) pairs.set(texts[at]!, texts[at + 1]!)
  return pairs
}
