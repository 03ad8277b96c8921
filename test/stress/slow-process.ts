// A program: deliberately slow clients, in a process of their own. Each sends an initial part, then one byte at a
// time; or requests a large response and does not read it. Prints its result as one line of JSON.
import type { Socket } from 'bun'

export const slowKinds = ['heads', 'bodies', 'readers'] as const
export type SlowKind = (typeof slowKinds)[number]

export interface SlowOrder {
  readonly port: number
  /** What each kind of client sends at once. */
  readonly begins: Readonly<Record<SlowKind, string>>
  readonly clients: Readonly<Record<SlowKind, number>>
  readonly trickleMs: number
  /** After this time, checks which clients are still connected, and readers read what was sent to them. */
  readonly milliseconds: number
}

export interface SlowOutcome {
  /** Time until each connection was closed, from its start. Unknown for readers, because they do not read. */
  readonly closedMs: Readonly<Record<SlowKind, readonly number[]>>
  /** Still connected at the end. */
  readonly open: Readonly<Record<SlowKind, number>>
  /** Closed before the others had started, or with an error. */
  readonly broken: number
}

/** A thousand per second, so that connecting is no load of its own. */
const connectAtOnce = 100
const connectEveryMs = 100
/** Time to read what was in the system's buffers. */
const readingMs = 3000
const pollMs = 50

interface Client {
  readonly kind: SlowKind
  startedAt: number
  closedAt: number | null
  socket: Socket<Client> | null
}

async function run(order: SlowOrder): Promise<SlowOutcome> {
  let broken = 0
  const clients = slowKinds.flatMap(kind =>
    Array.from({ length: order.clients[kind] }, (): Client => {
      return { kind, startedAt: 0, closedAt: null, socket: null }
    }),
  )
  const begin = async (client: Client) => {
    client.startedAt = performance.now()
    client.socket = await Bun.connect<Client>({
      hostname: '127.0.0.1',
      port: order.port,
      data: client,
      socket: {
        data: () => {},
        close: ({ data }) => {
          data.closedAt ??= performance.now()
        },
        end: ({ data }) => {
          data.closedAt ??= performance.now()
        },
        error: () => {
          broken += 1
        },
      },
    })
    client.socket.write(order.begins[client.kind])
    if (client.kind === 'readers') client.socket.pause()
  }
  for (let at = 0; at < clients.length; at += connectAtOnce) {
    await Promise.all([...clients.slice(at, at + connectAtOnce).map(begin), Bun.sleep(connectEveryMs)])
  }
  const begunAt = performance.now()
  // Staggered, so that they do not all send at the same moment.
  const senders = clients.filter(({ kind }) => kind !== 'readers')
  let next = 0
  const timer = setInterval(() => {
    const due = Math.ceil((senders.length * pollMs) / order.trickleMs)
    for (let count = 0; count < due; count++) {
      const client = senders[next++ % senders.length]
      if (client?.closedAt === null) client.socket?.write('x')
    }
  }, pollMs)
  const isOver = () => performance.now() - begunAt > order.milliseconds
  while (!isOver()) await Bun.sleep(pollMs)
  clearInterval(timer)
  const readers = clients.filter(({ kind }) => kind === 'readers')
  const ofReaders = readers.filter(({ closedAt }) => closedAt === null)
  for (const { socket } of ofReaders) socket?.resume()
  const end = performance.now() + readingMs
  while (ofReaders.some(({ closedAt }) => closedAt === null) && performance.now() < end)
    await Bun.sleep(pollMs)
  const ofKind = <Value>(read: (all: readonly Client[]) => Value) =>
    Object.fromEntries(
      slowKinds.map(kind => [kind, read(clients.filter(client => client.kind === kind))]),
    ) as Record<SlowKind, Value>
  return {
    closedMs: ofKind(all =>
      all.flatMap(({ kind, startedAt, closedAt }) =>
        kind === 'readers' || closedAt === null ? [] : [Math.round(closedAt - startedAt)],
      ),
    ),
    open: ofKind(all => all.filter(({ closedAt }) => closedAt === null).length),
    broken,
  }
}

if (import.meta.main) {
  const outcome = await run(JSON.parse(process.argv[2] ?? '{}') as SlowOrder)
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))
}
