// A program: load on one server, in a process of its own, so that it does not compete with the measuring process.
// Sends requests at a fixed rate regardless of responses (open loop), or, with a rate of 0, sends on each connection
// as soon as it has its response. Prints its result as one line of JSON.
import type { Socket } from 'bun'

export interface LoadOrder {
  readonly port: number
  /** Requested in turn. */
  readonly targets: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** Requests per second; 0 sends as fast as responses arrive. */
  readonly rate: number
  readonly milliseconds: number
}

export interface LoadOutcome {
  readonly seconds: number
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** For 200 responses: milliseconds since the request was due. */
  readonly latencies: readonly number[]
  /** The same for all others. */
  readonly refusals: readonly number[]
  /** The mean size of a 200 response in bytes. */
  readonly meanBytes: number
  /** Connections that the server closed, or that broke. */
  readonly broken: number
  /** Requests that were due while every connection was busy. */
  readonly unsent: number
  readonly unanswered: number
  /** CPU seconds used by the load itself. */
  readonly cpuSeconds: number
}

const connectAtOnce = 100
/** How long to wait for outstanding responses at the end. */
const patienceMs = 5000
const headEnd = Buffer.from('\r\n\r\n')

class Connection {
  dueAt = 0
  isWaiting = false
  #head: Buffer = Buffer.alloc(0)
  #status = ''
  #length = 0
  #left = 0

  /** The status and the length once the response is complete. */
  read(chunk: Buffer): { status: string; length: number } | null {
    if (this.#status === '') {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
      const end = this.#head.indexOf(headEnd)
      if (end < 0) return null
      const head = this.#head.toString('latin1', 0, end)
      this.#status = head.slice(9, 12)
      this.#length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      this.#left = this.#length + end + headEnd.length - this.#head.length
      this.#head = Buffer.alloc(0)
    } else {
      this.#left -= chunk.length
    }
    if (this.#left > 0) return null
    const whole = { status: this.#status, length: this.#length }
    this.#status = ''
    return whole
  }
}

async function run(order: LoadOrder): Promise<LoadOutcome> {
  const lines = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = order.targets.map(target =>
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`),
  )
  const statuses: Record<string, number> = {}
  const [latencies, refusals]: [number[], number[]] = [[], []]
  let [sent, bytes, broken, unsent, waiting] = [0, 0, 0, 0, 0]
  let isOver = false
  const idle: Socket<Connection>[] = []

  const send = (socket: Socket<Connection>, dueAt: number) => {
    socket.data.dueAt = dueAt
    socket.data.isWaiting = true
    waiting += 1
    socket.write(requests[sent++ % requests.length]!)
  }
  const onResponse = (socket: Socket<Connection>, status: string, length: number) => {
    const now = performance.now()
    const { dueAt } = socket.data
    waiting -= 1
    socket.data.isWaiting = false
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === '200') bytes += length
    const took = status === '200' ? latencies : refusals
    took.push(Math.round((now - dueAt) * 10) / 10)
    if (order.rate === 0 && !isOver) send(socket, now)
    else idle.push(socket)
  }
  const onBroken = (socket: Socket<Connection>) => {
    if (isOver && !socket.data.isWaiting) return
    broken += 1
    if (socket.data.isWaiting) waiting -= 1
    socket.data.isWaiting = false
  }
  const connect = () =>
    Bun.connect<Connection>({
      hostname: '127.0.0.1',
      port: order.port,
      data: new Connection(),
      socket: {
        data: (socket, chunk) => {
          const whole = socket.data.read(chunk)
          if (whole) onResponse(socket, whole.status, whole.length)
        },
        close: onBroken,
        error: () => {},
      },
    })
  for (let made = 0; made < order.connections; made += connectAtOnce) {
    const some = Math.min(connectAtOnce, order.connections - made)
    idle.push(...(await Promise.all(Array.from({ length: some }, connect))))
  }

  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + order.milliseconds
  if (order.rate === 0) for (const socket of idle.splice(0)) send(socket, startedAt)
  for (let due = 0; performance.now() < endsAt; await Bun.sleep(1)) {
    const until = order.rate === 0 ? 0 : ((performance.now() - startedAt) / 1000) * order.rate
    for (; due < until; due++) {
      const socket = idle.shift()
      if (socket) send(socket, startedAt + (due / order.rate) * 1000)
      else unsent += 1
    }
  }
  const respondedInTime = { ...statuses }
  const inTime = [latencies.length, refusals.length] as const
  isOver = true
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  for (const end = performance.now() + patienceMs; waiting > 0 && performance.now() < end; )
    await Bun.sleep(20)
  return {
    seconds,
    statuses: order.rate === 0 ? respondedInTime : statuses,
    latencies: order.rate === 0 ? latencies.slice(0, inTime[0]) : latencies,
    refusals: order.rate === 0 ? refusals.slice(0, inTime[1]) : refusals,
    meanBytes: Math.round(bytes / Math.max(1, latencies.length)),
    broken,
    unsent,
    unanswered: waiting,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }
}

if (import.meta.main) {
  const outcome = await run(JSON.parse(process.argv[2] ?? '{}') as LoadOrder)
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))
}
