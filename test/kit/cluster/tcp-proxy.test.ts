// What stress tests rely on in the proxy: each failure looks to a client like a real one of the network.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { until } from '../until.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A client that records its events. */
interface Caller {
  readonly socket: Socket
  /** Everything received, then `end`, an error's code, `close`. */
  readonly events: string[]
  received(): string
}

let echo: Server
let echoPort: number
let atServer: string[]
let proxy: TcpProxy
let callers: Caller[]
/** Releases the packet that has waited longest. */
let wakes: (() => void)[]

const startup = (name: string): Buffer => {
  const pairs = Buffer.from(`user\0me\0application_name\0${name}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + pairs.length, 0)
  head.writeUInt32BE(3 << 16, 4)
  return Buffer.concat([head, pairs])
}

beforeEach(async () => {
  // Of this test only: connections of the previous one may still be closing.
  const seen: string[] = []
  atServer = seen
  callers = []
  wakes = []
  echo = createServer({ allowHalfOpen: true }, socket => {
    socket.on('data', bytes => void socket.write(bytes))
    socket.on('end', () => void socket.end())
    socket.on('error', error => void seen.push((error as NodeJS.ErrnoException).code!))
    socket.on('close', () => void seen.push('close'))
  })
  await new Promise<void>(resolve => echo.listen(0, '127.0.0.1', resolve))
  echoPort = (echo.address() as { port: number }).port
  proxy = await startTcpProxy(echoPort, () => new Promise(resolve => wakes.push(resolve)))
})

afterEach(async () => {
  for (const { socket } of callers) socket.destroy()
  await proxy.close()
  echo.close()
})

async function call(first: string | Buffer = 'hello'): Promise<Caller> {
  const events: string[] = []
  let text = ''
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  const caller: Caller = { socket, events, received: () => text }
  callers.push(caller)
  socket.on('data', bytes => {
    text += String(bytes)
  })
  socket.on('end', () => void events.push('end'))
  socket.on('error', error => void events.push((error as NodeJS.ErrnoException).code!))
  socket.on('close', () => void events.push('close'))
  socket.write(first)
  await until(() => text.length === first.length || events.length > 0)
  return caller
}

/** Sends and receives an echo over an unaffected connection: by then everything else in flight has arrived. */
async function passTime(through: Caller): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const before = through.received().length
    through.socket.write('.')
    await until(() => through.received().length > before)
  }
}

describe('the proxy', () => {
  test('forwards data and the end of a connection to its current target', async () => {
    const { received, socket, events } = await call()
    expect(received()).toBe('hello')
    socket.end()
    await until(() => events.includes('close'))
    expect(events).toEqual(['end', 'close'])
    await until(() => proxy.connections.length === 0)
    expect(atServer).toEqual(['close'])
    const other = createServer(socket => void socket.end('other'))
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    proxy.target = (other.address() as { port: number }).port
    const second = await call('who?')
    await until(() => second.received() === 'other')
    other.close()
  })

  test('forwards more than fits into buffers, without loss', async () => {
    const caller = await call()
    caller.socket.write(Buffer.alloc(8 << 20, 'x'))
    await until(() => caller.received().length === 5 + (8 << 20))
  })

  test('as a black hole delivers neither bytes nor ends, and delivers all of them once healed', async () => {
    const untouched = await call()
    const caller = await call()
    proxy.blackHole({ only: ({ number }) => number === 2 })
    caller.socket.write(' lost?')
    caller.socket.end()
    await passTime(untouched)
    expect([caller.received(), caller.events, atServer]).toEqual(['hello', [], []])
    await proxy.heal()
    await until(() => caller.events.includes('close'))
    expect([caller.received(), caller.events]).toEqual(['hello lost?', ['end', 'close']])
  })

  test('as a black hole in one direction delivers the other', async () => {
    const untouched = await call()
    const caller = await call()
    proxy.blackHole({ way: 'to client', only: ({ number }) => number === 2 })
    caller.socket.end(' bye')
    await until(() => atServer.includes('close'))
    await passTime(untouched)
    expect([caller.received(), caller.events]).toEqual(['hello', []])
  })

  test('matches connections by their first packet, including later ones', async () => {
    proxy.blackHole({ only: ({ startup }) => startup.get('application_name') === 'listener' })
    const pool = await call(startup('pool'))
    const listener = connect(proxy.port, '127.0.0.1')
    const heard: string[] = []
    listener.on('data', bytes => void heard.push(String(bytes)))
    listener.write(startup('listener'))
    await until(() => proxy.connections.some(({ startup }) => startup.get('application_name') === 'listener'))
    await passTime(pool)
    expect(heard).toEqual([])
    expect(proxy.connections.map(({ startup }) => Object.fromEntries(startup))).toEqual([
      { user: 'me', application_name: 'pool' },
      { user: 'me', application_name: 'listener' },
    ])
    listener.destroy()
  })

  test('half open, notifies the server but not the client', async () => {
    const untouched = await call()
    const caller = await call()
    proxy.halfOpen({ only: ({ number }) => number === 2 })
    await until(() => atServer.includes('close'))
    caller.socket.write(' nobody')
    await passTime(untouched)
    expect([caller.received(), caller.events]).toEqual(['hello', []])
  })

  test('resets both sides', async () => {
    const untouched = await call()
    const caller = await call()
    proxy.reset({ only: ({ number }) => number === 2 })
    await until(() => caller.events.includes('close') && atServer.includes('close'))
    expect([caller.events, atServer]).toEqual([
      ['ECONNRESET', 'close'],
      ['ECONNRESET', 'close'],
    ])
    await passTime(untouched)
  })

  test('refuses new connections, keeps existing ones, and accepts new ones once healed', async () => {
    const first = await call()
    await proxy.refuse()
    const refused = await call()
    expect(refused.events[0]).toBe('ECONNREFUSED')
    await passTime(first)
    await proxy.heal()
    expect((await call()).received()).toBe('hello')
  })

  test('delivers with a delay and in order', async () => {
    const untouched = await call()
    const caller = await call()
    proxy.delay(1000, { way: 'to server', only: ({ number }) => number === 2 })
    caller.socket.write(' one')
    await until(() => wakes.length === 1)
    caller.socket.write(' two')
    await until(() => wakes.length === 2)
    wakes[1]!()
    await passTime(untouched)
    expect(caller.received()).toBe('hello')
    wakes[0]!()
    await until(() => caller.received() === 'hello one two')
  })

  test('forwards the reset of a server connection', async () => {
    const caller = await call()
    proxy.target = 1
    await until(() => caller.received() === 'hello')
    const lost = await call('anybody?')
    await until(() => lost.events.includes('close'))
    expect(lost.events).toEqual(['ECONNRESET', 'close'])
  })
})
