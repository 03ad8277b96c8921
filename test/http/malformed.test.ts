// F2 in small: bytes that are no HTTP, to a real server. `npm run stress malformed` is the long form.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { runMalformed, type Target } from '../stress/malformed.ts'
import { Findings } from '../stress/runner.ts'

setDefaultTimeout(longTestMs)

async function breaks(server: Target, streams: number, quietMs?: number): Promise<readonly string[]> {
  const findings = new Findings()
  await runMalformed(server, findings, { streams, seed: 1, ...(quietMs && { quietMs }) })
  return findings.broken
}

test('after any bytes at all the process lives, and the next good request is answered', async () => {
  const server = await createCommandLine().serve(['--demo'])
  const { key } = JSON.parse(server.stdout) as { key: string }
  const target = { url: server.url, key, exitCode: () => server.process.exitCode }
  expect(await breaks(target, fuzzRuns(600))).toEqual([])
  expect(await server.stop()).toBe(0)
})

describe('a server is caught', () => {
  const lives = () => null

  test('that fails on a header of its prototype', async () => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => new Response('', { status: headers.has('__proto__') ? 500 : 200 }),
    })
    const target = { url: `http://127.0.0.1:${server.port}`, key: 'x', exitCode: lives }
    // Its response must be waited for, also on a busy machine.
    expect(await breaks(target, 400, 150)).toEqual(['nothing fails, and the next good request is answered'])
    await server.stop(true)
  })

  test('that dies', async () => {
    const dying = Bun.spawn([process.execPath, '-e', dyingServer], { stdout: 'pipe', stderr: 'ignore' })
    const { value } = await dying.stdout.getReader().read()
    const target = {
      url: `http://127.0.0.1:${Buffer.from(value!).toString().trim()}`,
      key: 'x',
      exitCode: () => dying.exitCode,
    }
    expect(await breaks(target, 400)).toContain('the process lives')
    dying.kill('SIGKILL')
  })
})

/** The end of the process for an error that nobody waits for, as in servers that were advised of. */
const dyingServer = `
const server = require('node:net').createServer(socket => {
  socket.on('error', () => {})
  socket.once('data', bytes => {
    if (!/^(?:GET|POST) /.test(bytes.toString('latin1'))) process.exit(1)
    socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n')
  })
}).listen(0, '127.0.0.1', () => console.log(server.address().port))`
