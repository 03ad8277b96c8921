// Prints the files of src/ that a request passes through: those in which at least one function was called between the
// request and its response, as the engine counts calls. What a module does when it is loaded does not count.
//
//   bun scripts/trace-files.ts [--files] [FOLDER]
//
// FOLDER is a checkout of the project, this one if absent; --files lists the names.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const mainFile = join(root, 'src/main.ts')
let commands = 0

/** Runs a command in this process and returns its output. Each import under another name executes the file again. */
async function runCommand(...args: readonly string[]): Promise<string> {
  const write = process.stdout.write
  let output = ''
  process.stdout.write = (text: string | Uint8Array) => {
    output += text
    return true
  }
  process.argv = [process.argv[0] ?? 'bun', mainFile, ...args]
  try {
    await import(`${mainFile}?command=${++commands}`)
  } finally {
    process.stdout.write = write
    // Each execution of the file adds its own.
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
  }
  return output
}

/** The server of that checkout, run in this process: the engine counts calls of its own process only. */
async function startServer(): Promise<{ url: string; key: string }> {
  Object.assign(process.env, {
    DATABASE_URL: `sqlite:${join(folder, 'trace.db')}`,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  const output = await runCommand('serve', '--demo', '--json')
  const user = ['users', 'create', '--email', account.email, '--space', 'demo', '--role', 'owner']
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, mainFile, ...user, '--password-stdin'], {
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

type VersionName = 'draftVersion' | 'modelVersion'

async function readVersion<Name extends VersionName>(
  name: Name,
  response: Promise<Response>,
): Promise<Record<Name, number>> {
  const { doc } = (await (await response).json()) as { doc: Record<VersionName, number> }
  return { [name]: doc[name] } as Record<Name, number>
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

/** Repeats the request while a job runs at the same time, because that enters files too. Prints the shortest list. */
async function trace(
  title: string,
  request: (attempt: number) => Promise<Response>,
  attemptsMax = 10,
): Promise<void> {
  let files: string[] | null = null
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    await takeFiles()
    const response = await request(attempt)
    await response.text()
    const entered = await takeFiles()
    if (files === null || entered.length < files.length) files = entered
    if (!files.includes('src/jobs.ts')) break
  }
  files ??= []
  // On a busy machine each attempt lasts longer than the pause between two jobs.
  if (files.includes('src/jobs.ts')) files = files.filter(file => !filesOfJobs.has(file))
  const rows = values.files ? files.map(file => `\n  ${file}`).join('') : ''
  process.stdout.write(`${title}: ${files.length} files${rows}\n`)
}

/** The files that jobs enter while no request is under way. */
let filesOfJobs: ReadonlySet<string> = new Set()
const jobsMs = 2500

try {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { url, key } = await startServer()
  await takeFiles()
  await Bun.sleep(jobsMs)
  filesOfJobs = new Set(await takeFiles())
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

  await trace('cold query', attempt =>
    call(`${content}/books?filter[author.slug]=edwin-loam&sort=title&perPage=${attempt}`, withKey),
  )
  const entry = `${url}/api/v1/entries/book-tide-tables`
  const change = (method: string, address: string, body: object) =>
    call(address, {
      method,
      headers: { ...withSession.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const patch = async (attempt: number) => {
    const version = await readVersion('draftVersion', call(entry, withSession))
    await takeFiles()
    return change('PATCH', entry, { ...version, data: { pages: 300 + attempt } })
  }
  await trace('PATCH of an entry', patch)
  await trace('publish of an entry', async attempt => {
    const version = await readVersion('draftVersion', patch(attempt))
    await takeFiles()
    return change('POST', `${entry}/publish`, version)
  })
  const model = `${url}/api/v1/collections/reviews`
  await trace('change of a model', async attempt => {
    const version = await readVersion('modelVersion', call(model, withSession))
    await takeFiles()
    const field = { apiName: `note${attempt}`, name: `Note ${attempt}`, type: 'text' }
    return change('POST', `${model}/changes`, { ...version, operations: [{ op: 'addField', field }] })
  })
  await trace('upload of a picture', attempt =>
    call(`${url}/api/v1/assets?filename=square-${attempt}.svg`, {
      method: 'POST',
      headers: withSession.headers,
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="${7 + attempt}"/>`,
    }),
  )
  const { list: books } = (await (await list(1)).json()) as { list: { data: { cover: { url: string } } }[] }
  const cover = new URL(books[0]?.data.cover.url ?? '', url)
  // The worker that makes it is another process, whose calls are not counted.
  await trace('transformed image', attempt => call(`${cover}?w=${128 * attempt}`, {}), 4)
  const imported = join(folder, 'entry.ndjson')
  await trace('import of an entry', async attempt => {
    const line = {
      type: 'entry',
      collection: 'reviews',
      id: 'traced',
      slug: 'traced',
      data: { stars: attempt },
    }
    writeFileSync(imported, JSON.stringify(line))
    await runCommand('import', imported, '--space', 'demo', '--json')
    return new Response()
  })
} finally {
  process.removeAllListeners('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
