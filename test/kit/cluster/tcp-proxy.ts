// A TCP proxy between a client and a server that simulates network failures: silent, slow, half closed, reset. Rules
// select connections by number or by their first bytes, so that a test can cut one of a node's connections and leave
// the others.
import { createServer, type Server, Socket } from 'node:net'
import { findFreePort } from '../free-port.ts'

/** What a rule can match. */
export interface ProxiedConnection {
  /** Numbered from 1. */
  readonly number: number
  /** Of the client's first packet; empty before it arrives. */
  readonly firstBytes: Buffer
  /** The parameters in a PostgreSQL client's startup packet: `user`, `database`, `application_name`. */
  readonly startup: ReadonlyMap<string, string>
}

export type Way = 'to server' | 'to client'

export interface Selection {
  /** All connections if absent. Evaluated for each packet, so it also matches connections opened later. */
  readonly only?: (connection: ProxiedConnection) => boolean
  /** Both directions if absent. */
  readonly way?: Way
}

export interface TcpProxy {
  readonly port: number
  readonly connections: readonly ProxiedConnection[]
  /** The target of connections opened from now on. */
  target: number
  /** Accepts bytes and closes but delivers none until {@link heal}, like a cut cable. */
  blackHole(selection?: Selection): void
  /** Delays each packet by this time, in order. */
  delay(milliseconds: number, selection?: Selection): void
  /** Refuses new connections; existing ones continue. */
  refuse(): Promise<void>
  /** Closes the servers' sides; the clients are not notified, and what they send is discarded. */
  halfOpen(selection?: Pick<Selection, 'only'>): void
  /** Resets both sides of the existing connections. */
  reset(selection?: Pick<Selection, 'only'>): void
  /** Ends every rule. Held packets are delivered, as after a retransmission. */
  heal(): Promise<void>
  close(): Promise<void>
}

interface Rule extends Selection {
  /** When the packet is due. */
  readonly wait: () => Promise<void>
}

const host = '127.0.0.1'

/** `sleep` implements the passing of time in {@link TcpProxy.delay}. */
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

/** A client's connection with its server connection. */
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

  /** Packets, the end and an error, delivered in order. */
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

/** Length, version 3, then names and values, each terminated by a zero byte. Anything else gives an empty map. */
function readStartup(bytes: Buffer): ReadonlyMap<string, string> {
  if (bytes.length < 8 || bytes.readUInt16BE(4) !== 3) return new Map()
  const texts = bytes.subarray(8, bytes.readUInt32BE(0)).toString().split('\0')
  const pairs = new Map<string, string>()
  for (let at = 0; at + 1 < texts.length && texts[at]; at += 2) pairs.set(texts[at]!, texts[at + 1]!)
  return pairs
}
