// Prints the files of src/ that a request passes through: those in which at least one function was called between the
// request and its response, as the engine counts calls. What a module does when it is loaded does not count.
//
//   bun scripts/trace-files.ts [--files] [FOLDER]
//
// FOLDER is a checkout of the project, this one if absent; --files lists the names.
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false } },
})
const root = resolve(positionals[0] ?? join(import.meta.dir, '..'))
const source = pathToFileURL(join(root, 'src/')).href
const folder = mkdtempSync(join(tmpdir(), 'frontlist-trace-'))
const session = new Session()

/** Files with calls since the last collection, by their path in the project. */
async function takeFiles(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result.filter(
    // The first function of a file is the module itself.
    ({ url, functions }) =>
      url.startsWith(source) && functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  )
  return called.map(({ url }) => `src/${url.slice(source.length)}`).sort()
}

const account = { email: 'trace@example.com', password: 'a password for one trace' }

/** The server of that checkout, run in this process: the engine counts calls of its own process only. */
async function startServer(): Promise<{ url: string; key: string }> {
  Object.assign(process.env, {
    DATABASE_URL: `sqlite:${join(folder, 'trace.db')}`,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  const main = join(root, 'src/main.ts')
  const write = process.stdout.write
  let output = ''
  process.stdout.write = (text: string | Uint8Array) => {
    output += text
    return true
  }
  process.argv = [process.argv[0] ?? 'bun', main, 'serve', '--demo', '--json']
  await import(main)
  process.stdout.write = write
  const user = ['users', 'create', '--email', account.email, '--space', 'demo', '--role', 'owner']
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, main, ...user, '--password-stdin'], {
    env: process.env,
    stdin: new Blob([account.password]),
  })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return JSON.parse(output) as { url: string; key: string }
}

async function call(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}

async function signIn(url: string): Promise<string> {
  const response = await call(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(account),
  })
  await response.text()
  return response.headers.getSetCookie().map(cookie => cookie.split(';')[0])[0] ?? ''
}

/** A background job that runs at the same time would count, so the request is repeated until none does. */
async function trace(
  title: string,
  request: (attempt: number) => Promise<Response>,
  attemptsMax = 5,
): Promise<void> {
  let files: string[] = []
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    await takeFiles()
    const response = await request(attempt)
    await response.text()
    files = await takeFiles()
    if (!files.includes('src/jobs.ts')) break
  }
  const rows = values.files ? files.map(file => `\n  ${file}`).join('') : ''
  process.stdout.write(`${title}: ${files.length} files${rows}\n`)
}

try {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { url, key } = await startServer()
  const withKey = { headers: { Authorization: `Bearer ${key}` } }
  const content = `${url}/api/v1/public/content`
  const list = (perPage: number) => call(`${content}/books?depth=2&perPage=${perPage}`, withKey)
  await trace('first request of a server, key unknown to it', () => call(`${content}/pages`, withKey), 1)
  await trace('cold list request, depth 2', attempt => list(attempt))
  await (await list(1)).text()
  await trace('cached list request', () => list(1))

  const cookie = await signIn(url)
  const tokens = `${url}/api/v1/tokens/api-keys`
  const withSession = { headers: { Cookie: cookie, Origin: url } }
  const { list: keys } = (await (await call(tokens, withSession)).json()) as { list: { id: string }[] }
  const rename = (name: string) =>
    call(`${tokens}/${keys[0]?.id}`, {
      method: 'PATCH',
      headers: { ...withSession.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  await trace('PATCH of an API key', attempt => rename(`Website ${attempt}`))
} finally {
  process.removeAllListeners('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
