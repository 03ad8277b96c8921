// O3 in small: clients that send or read slowly, to a real server. With thousands of them it is `npm run
// stress slow-clients`. What is asked has nothing to do with the database's engine.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createServer } from 'node:net'
import { createCommandLine } from '../kit/process.ts'
import { fillMain, manyEntries } from '../kit/running-command.ts'
import { describeOnSqlite } from '../kit/test-engine.ts'
import { Findings } from '../stress/runner.ts'
import { runSlowClients } from '../stress/slow-clients.ts'

// Slow clients take their time.
setDefaultTimeout(300_000)

const path = '/api/v1/public/content/posts?perPage=1'
const large = '/api/v1/public/content/posts?perPage=1000'
const options = {
  clients: { heads: 40, bodies: 40, readers: 4 },
  trickleMs: 1000,
  milliseconds: 30_000,
  everyMs: 100,
  aloneMs: 300,
}

async function breaks(port: number, key: string): Promise<readonly string[]> {
  const findings = new Findings()
  await runSlowClients({ url: `http://127.0.0.1:${port}`, key, path, large }, findings, options)
  return findings.broken
}

async function breaksOfServer(): Promise<readonly string[]> {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(1000, 'word '.repeat(2000)))
  const server = await command.serve()
  const broken = await breaks(Number(new URL(server.url).port), key)
  expect(await server.stop()).toBe(0)
  return broken
}

/** Waits for everybody, for as long as it takes. */
async function breaksOfPatient(): Promise<readonly string[]> {
  const response = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const patient = createServer(socket => {
    let head = ''
    socket.on('error', () => {})
    socket.on('data', bytes => {
      head += bytes.toString('latin1')
      if (!head.startsWith('GET ') || !head.includes('\r\n\r\n')) return
      socket.write(response(head.includes(large) ? 'x'.repeat(10_000_000) : 'ok'))
      head = ''
    })
  })
  const listening = Promise.withResolvers<void>()
  patient.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const broken = await breaks((patient.address() as { port: number }).port, 'x')
  patient.close()
  return broken
}

describeOnSqlite('slow clients', () => {
  test('are closed, others are answered; and a server that waits for them is caught', async () => {
    const [broken, caught] = await Promise.all([breaksOfServer(), breaksOfPatient()])
    expect(broken).toEqual([])
    expect(caught).toEqual([
      'no slow heads are left after 30 s (40)',
      'no slow bodies are left after 30 s (40)',
      'no slow readers are left after 30 s (4)',
    ])
  })
})
