// frontlist-types: what it writes and reports, against a real server.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, type Surroundings } from '../../client/src/command/run-command.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { until } from '../kit/until.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const collection = (...fields: readonly object[]) =>
  ({ type: 'collection', apiName: 'books', name: 'Books', fields }) as never
const [title, blurb, subtitle] = ['title', 'blurb', 'subtitle'].map(apiName => ({ apiName, type: 'text' }))
const formats = { apiName: 'formats', type: 'json' }

function serve({ app }: TestSpace, port = 0) {
  const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: app.fetch })
  cleanUpLater(() => server.stop(true))
  return server
}

async function open() {
  const space = await createTestSpace({ records: [collection(title!, blurb!, formats)] })
  const server = serve(space)
  const url = `http://127.0.0.1:${server.port}`
  const folder = makeFolder()
  const file = join(folder, 'frontlist.ts')
  return { space, server, url, folder, file, run: runner(space.key) }
}

function runner(key: string | undefined) {
  return async (args: readonly string[], extra: Partial<Surroundings> = {}) => {
    const [out, notes]: [string[], string[]] = [[], []]
    const code = await runCommand(args, {
      key,
      write: text => void out.push(text),
      note: line => void notes.push(line),
      wait: () => Promise.reject(new Error('Nothing waits.')),
      signal: new AbortController().signal,
      ...extra,
    })
    return { code, out: out.join(''), notes }
  }
}

test('the types go to standard output, or into a file that is replaced as a whole', async () => {
  const { run, url, folder, file } = await open()
  const printed = await run(['--url', `${url}/`])
  expect(printed).toMatchObject({ code: 0, notes: [] })
  expect(printed.out.split('\n')[0]).toBe(
    `// Made by frontlist-types out of the model of ${url}. Do not edit.`,
  )
  expect(printed.out).toContain('export interface BooksData {\n  title: string | null\n')
  const nested = join(folder, 'src/frontlist.ts')
  expect(await run(['--url', url, '--out', nested])).toEqual({
    code: 0,
    out: '',
    notes: [`${nested}: written.`],
  })
  expect(readFileSync(nested, 'utf8')).toBe(printed.out)
  expect(readdirSync(join(folder, 'src'))).toEqual(['frontlist.ts'])
  await run(['--url', url, '--out', file])
  const { mtimeMs, ino } = statSync(file)
  expect(await run(['--url', url, '--out', file])).toMatchObject({
    code: 0,
    notes: [`${file} is up to date.`],
  })
  expect(statSync(file)).toMatchObject({ mtimeMs, ino })
})

test('--check compares with the model, and names what differs', async () => {
  const { run, url, file, space } = await open()
  expect(await run(['--url', url, '--out', file, '--check'])).toMatchObject({
    code: 1,
    notes: [`${file} is missing.`],
  })
  await run(['--url', url, '--out', file])
  const before = readFileSync(file, 'utf8')
  expect(await run(['--url', url, '--out', file, '--check'])).toMatchObject({ code: 0 })
  writeFileSync(file, before.replaceAll('\n', '\r\n').replace(url, 'https://elsewhere.example.com'))
  expect(await run(['--url', url, '--out', file, '--check'])).toMatchObject({ code: 0 })
  writeFileSync(file, `${before}// by hand\n`)
  expect(await run(['--url', url, '--out', file, '--check'])).toMatchObject({
    code: 1,
    notes: [`${file} differs from the model, though not in its fields.`],
  })
  writeFileSync(file, before)
  await space.import([collection(title!, blurb!, formats, subtitle!)])
  expect(await run(['--url', url, '--out', file, '--check'])).toEqual({
    code: 1,
    out: '',
    notes: [`${file} differs from the model:`, 'books: + subtitle'],
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('--watch writes when the model changes, and waits for a server that is away', async () => {
  const { run, url, file, space, server } = await open()
  const end = new AbortController()
  const waits: number[] = []
  const written: number[] = []
  const { port } = server
  const steps = [
    () => {},
    () => space.import([collection(title!, { ...formats }, subtitle!)], { prune: true }),
    () => {},
    () => server.stop(true),
    ...Array.from({ length: 6 }, () => () => {}),
    () => void serve(space, port),
    () => {},
    () => end.abort(),
  ]
  const { code, out, notes } = await run(['--url', url, '--out', file, '--watch'], {
    signal: end.signal,
    wait: async ms => {
      waits.push(ms)
      written.push(statSync(file).ino)
      await steps.shift()!()
    },
  })
  expect({ code, out, left: steps.length }).toEqual({ code: 0, out: '', left: 0 })
  expect(notes).toEqual([
    `${file}: written.`,
    'books: + subtitle, − blurb',
    `${url} cannot be reached. Waiting for it.`,
  ])
  const away = [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]
  expect(waits).toEqual([2000, 2000, 2000, 2000, ...away, 2000, 2000])
  expect(new Set(written).size).toBe(2)
})

test('--watch ends with 0 at Ctrl-C', async () => {
  const { url, file, space } = await open()
  const program = join(projectFolder, 'client/src/command/main.ts')
  const child = Bun.spawn(
    [process.execPath, program, '--url', url, '--out', file, '--watch', '--interval', '1'],
    {
      env: { PATH: process.env.PATH ?? '', FRONTLIST_KEY: space.key },
      stderr: 'ignore',
    },
  )
  cleanUpLater(() => child.kill('SIGKILL'))
  await until(() => existsSync(file))
  child.kill('SIGINT')
  expect(await child.exited).toBe(0)
})

test('a file that cannot be written is named', async () => {
  const { run, url, folder, file } = await open()
  await run(['--url', url, '--out', file])
  writeFileSync(file, 'mine')
  chmodSync(file, 0o444)
  mkdirSync(join(folder, 'folder'))
  for (const [out, reason] of [
    [file, 'EACCES'],
    [join(file, 'below.ts'), 'ENOTDIR'],
    [join(folder, 'folder'), 'EISDIR'],
  ] as const) {
    for (const mode of [[], ['--watch']]) {
      const { code, notes } = await run(['--url', url, '--out', out, ...mode])
      expect({ code, notes }).toEqual({
        code: 1,
        notes: [
          expect.stringMatching(new RegExp(`^frontlist-types: ${out} cannot be (?:read|written): ${reason}`)),
        ],
      })
    }
  }
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(readdirSync(folder).sort()).toEqual(['folder', 'frontlist.ts'])
})

test('a file that was not generated stays as it is, and one that is empty is written', async () => {
  const { run, url, folder, file } = await open()
  const text = '{ "name": "mine" }\n'
  writeFileSync(file, text)
  for (const mode of [[], ['--watch']]) {
    expect(await run(['--url', url, '--out', file, ...mode])).toEqual({
      code: 1,
      out: '',
      notes: [
        `frontlist-types: ${file} was not generated by frontlist-types, and stays as it is. Remove it, or give another --out.`,
      ],
    })
  }
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(readdirSync(folder)).toEqual(['frontlist.ts'])
  writeFileSync(file, '')
  expect(await run(['--url', url, '--out', file])).toMatchObject({ code: 0 })
  expect(await run(['--url', `${url}/`, '--out', file])).toMatchObject({
    notes: [`${file} is up to date.`],
  })
})

test('--schema reads the model from a file, without a server or a key, and the first line names none', async () => {
  const { space, folder, run, url } = await open()
  const schema = join(folder, 'schema.json')
  await Bun.write(schema, await (await space.get('/schema')).text())
  const { code, out } = await runner(undefined)(['--schema', schema])
  expect(code).toBe(0)
  const [first, ...rest] = out.split('\n')
  expect(first).toBe('// Made by frontlist-types. Do not edit.')
  expect(rest).toEqual((await run(['--url', url])).out.split('\n').slice(1))
  writeFileSync(schema, `\ufeff${readFileSync(schema, 'utf8')}`)
  expect((await runner(undefined)(['--schema', schema])).out).toBe(out)
  writeFileSync(schema, '{"collections":[{"apiName":1}]}')
  expect((await run(['--schema', schema])).notes).toEqual([
    'frontlist-types: This is no schema of Frontlist: collections[0].apiName must be a string.',
  ])
})

test('what a key lacks or a server refuses is said, and never the key', async () => {
  const { space, url } = await open()
  const reader = await space.makeKey({ scopes: ['content.read'] })
  const invalid = space.key.replace(/.$/, last => (last === 'a' ? 'b' : 'a'))
  for (const [key, code, message] of [
    [reader.key, 1, 'The API key in FRONTLIST_KEY needs the scope schema.read.'],
    [invalid, 1, 'The API key in FRONTLIST_KEY is unknown to the server.'],
    [undefined, 2, 'Set FRONTLIST_KEY to an API key with the scope schema.read.'],
    ['', 2, 'Set FRONTLIST_KEY to an API key with the scope schema.read.'],
    ['flst_ä', 2, 'FRONTLIST_KEY is no API key.'],
  ] as const) {
    const { code: exit, notes } = await runner(key)(['--url', url])
    expect({ exit, first: notes[0] }).toEqual({ exit: code, first: `frontlist-types: ${message}` })
    if (key) expect(notes.join()).not.toContain(key)
  }
  const elsewhere = await runner(space.key)(['--url', `${url}/prefix`])
  expect(elsewhere.notes[0]).toStartWith(`frontlist-types: ${url}/prefix/api/v1/public/schema: 404`)
})

test('wrong usage is refused before anything is asked', async () => {
  const { run, url, file } = await open()
  for (const [args, message] of [
    [[], 'Give --url or --schema.'],
    [['--url', url, '--schema', 'x'], '--url and --schema cannot be together.'],
    [['--url', 'ftp://a.example.com'], '--url must be an http or https address'],
    [['--url', 'https://a:b@example.com'], '--url must be an http or https address'],
    [['--url', url, '--check'], '--check needs --out.'],
    [['--url', url, '--watch'], '--watch needs --out.'],
    [['--url', url, '--watch', '--check', '--out', file], '--watch and --check cannot be together.'],
    [['--schema', 'x', '--watch', '--out', file], '--watch needs a server'],
    [['--url', url, '--interval', '3'], '--interval belongs to --watch.'],
    [['--url', url, '--out', file, '--watch', '--interval', '0'], '--interval must be a number of seconds'],
    [['--url', url, '--json-type', 'books.formats'], '--json-type must be COLLECTION.FIELD=MODULE#TYPE.'],
    [['--url', url, '--out', 'a.ts', '--out', 'b.ts'], '--out is given twice and takes one value.'],
    [['--url', url, '--key', 'x'], "Unknown option '--key'"],
    [['--url', url, 'books'], 'Unexpected argument'],
  ] as const) {
    const { code, notes } = await run(args)
    expect({ args, code, note: notes[0] }).toEqual({ args, code: 2, note: expect.stringContaining(message) })
  }
  const unknown = await run(['--url', url, '--json-type', 'books.title=./a.ts#A'])
  expect(unknown).toMatchObject({ code: 1 })
  expect(unknown.notes[0]).toContain('books.title is no JSON field of the model: there are books.formats.')
  const named = await run(['--url', url, '--json-type', 'books.formats=./a.ts#Formats'])
  expect(named.out).toContain("import type { Formats } from './a.ts'\n")
  expect(named.out).toContain('  formats: Formats | null\n')
  expect((await run(['--help'])).out).toStartWith('frontlist-types (--url URL | --schema FILE)')
})
