// The programs of docs/clients.md, run as they stand there against a server behind a port: what they send, what they wait
// for, and what they have in the end.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { problem, serveClient } from '../client/client-fixture.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { projectFolder } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { demoSpace } from '../kit/import/demo-space.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { blocksOf, readText } from './documents.ts'

setDefaultTimeout(longTestMs)

const books = demoSpace.records.flatMap(record =>
  record.type === 'entry' && record.collection === 'books' && record.liveData ? [record] : [],
)

const blocks = blocksOf(readText('docs/clients.md'))
const programsIn = (language: string) =>
  blocks.filter(block => block.language === language).map(block => block.content)

interface Fixture {
  readonly url: string
  readonly space: { readonly key: string }
}

const serve = () => serveClient(demoSpace)

/** Starts a program with the key, in a folder of its own. Its text has the address of this server. */
function start(command: readonly string[], { url, space }: Fixture, script: string, cwd = makeFolder()) {
  const text = script.replaceAll('http://localhost:3000', url)
  return Bun.spawn([...command, text], {
    cwd,
    env: { ...process.env, FRONTLIST_KEY: space.key },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function finish(child: ReturnType<typeof start>): Promise<string> {
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(stderr)
  return stdout
}

/** A book under another title. */
function retitled(title: string): ImportRecord {
  const book = books.find(({ slug }) => slug === 'tide-tables')!
  return { ...book, liveData: { ...book.liveData, title } }
}

describe('curl', () => {
  const [loop = ''] = programsIn('sh')

  test('keeps a file as it is on the server, at a 304 for each round without a change', async () => {
    const fixture = await serve()
    fixture.proxy = (_, number) =>
      number === 1 ? problem(429, 'rate_limited', { 'Retry-After': '1' }) : undefined
    const cwd = makeFolder()
    // Each wait ends when this test says so, and the loop with its input.
    const sleep = 'sleep() { test "$1" = 60 && read -r _ || exit 0; }\n'
    const child = start(['sh', '-c'], fixture, sleep + loop, cwd)
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
    const nextStatus = async () => (await lines.read()).value
    const goOn = async () => {
      child.stdin.write('\n')
      await child.stdin.flush()
    }
    const titles = async () => {
      const { list } = (await Bun.file(join(cwd, 'books.json')).json()) as { list: { data: Title }[] }
      return list.map(({ data }) => data.title)
    }

    expect(await nextStatus()).toBe('200\n')
    expect(fixture.requests).toHaveLength(2)
    expect(await titles()).toHaveLength(books.length)
    await goOn()
    expect(await nextStatus()).toBe('304\n')
    expect(await titles()).toContain('Tide Tables')

    fixture.proxy = () => problem(404, 'not_found')
    await goOn()
    expect(await nextStatus()).toBe('404\n')
    expect(await titles()).toContain('Tide Tables')
    fixture.proxy = () => undefined

    await fixture.space.import([retitled('Tables of the Tide')])
    await goOn()
    expect(await nextStatus()).toBe('200\n')
    expect(await titles()).toContain('Tables of the Tide')
    await goOn()
    expect(await nextStatus()).toBe('304\n')
    child.stdin.end()
    expect(await child.exited).toBe(0)
  })
})

interface Title {
  readonly title: string
}

const python = Bun.which('python3')
const describePython = python === null ? describe.skip : describe

describePython(python === null ? 'Python, left out: python3 is not installed here' : 'Python', () => {
  const [library = '', example = ''] = programsIn('python')
  const run = async (fixture: Fixture, script: string) =>
    finish(start([python!, '-c'], fixture, `${library}\n${script}`))

  test('prints the titles of the example', async () => {
    const [author, ...titles] = (await run(await serve(), example)).trimEnd().split('\n')
    expect(author).toBe('Ragnhild Øyesvik')
    const inPrint = books.filter(({ liveData }) => liveData?.inPrint === true)
    expect(titles.toSorted()).toEqual(inPrint.map(({ liveData }) => String(liveData?.title)).toSorted())
  })

  test('reads each entry of all pages once, and the second time with a 304 for each page', async () => {
    const fixture = await serve()
    const statuses: number[] = []
    fixture.proxy = async request => {
      const response = await fixture.space.app.fetch(request)
      statuses.push(response.status)
      return response
    }
    const script = `
for _ in range(2):
    print(json.dumps([book['id'] for book in read_all('books', {'perPage': 4})]))`
    const [first = '', second] = (await run(fixture, script)).trimEnd().split('\n')
    expect(second).toBe(first)
    const ids = JSON.parse(first) as string[]
    expect([ids.length, new Set(ids).size]).toEqual([books.length, books.length])
    const pages = Math.ceil(books.length / 4) + 1
    expect(statuses).toEqual([...Array(pages).fill(200), ...Array(pages).fill(304)])
  })

  test('waits as long as Retry-After says, and tries again after a 503 and a broken connection', async () => {
    const wait = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n'
    const unavailable = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'
    const broken = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"list":['
    const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"list":[]}'
    const responses = [wait, unavailable, broken, whole]
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(responses.shift() ?? ''))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    cleanUpLater(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const script = `
waits = []
time.sleep = waits.append
print(read('books'), waits)`
    expect(await run({ url, space: { key: 'any' } }, script)).toBe("{'list': []} [3, 2, 4]\n")
    expect(responses).toEqual([])
  })

  test('says what the server says of an error, without another try', async () => {
    const fixture = await serve()
    const outcome = run(fixture, "read('books', {'depth': 11})")
    expect(outcome).rejects.toThrow(/400 .*invalid_parameters/)
    await outcome.catch(() => {})
    expect(fixture.requests).toHaveLength(1)
  })
})

test('the example in TypeScript runs', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'node_modules/@frontlist'), { recursive: true })
  symlinkSync(join(projectFolder, 'client'), join(folder, 'node_modules/@frontlist/client'))
  const fixture = await serve()
  const [example = ''] = programsIn('ts')
  await Bun.write(join(folder, 'example.ts'), example.replaceAll('http://localhost:3000', fixture.url))
  const child = start([process.execPath, join(folder, 'example.ts')], fixture, '', folder)
  const [first, ...slugs] = (await finish(child)).trimEnd().split('\n')
  expect(first).toBe('Tide Tables by Ragnhild Øyesvik')
  expect(slugs).toContain('tide-tables')
})
