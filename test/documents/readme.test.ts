// The README, done as it says: every curl and every command runs for real, against a server with the demo space, and
// what is shown is what comes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { createCommandLine, projectFolder, type ServerProcess } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { pairsOf, readText, sectionOf, spansOf, tableRowsOf } from './documents.ts'
import { findDifference, parseShortened } from './shortened-json.ts'

const readme = readText('README.md')
const pairs = pairsOf(readme)
const commandLine = createCommandLine()
const folder = makeFolder()
/** Milliseconds for what starts processes, on a machine that is busy. */
const patience = 60_000
let server: ServerProcess
let key = ''

beforeAll(async () => {
  server = await commandLine.serve(['--demo'], { METRICS: '1' })
  key = (JSON.parse(server.stdout) as { key: string }).key
  const [script, shown] = pairs.find(([block]) => block.content.includes(' users create '))!
  expect(await shell(script.content)).toBe(shown?.content ?? '')
}, patience)

afterAll(async () => {
  await server?.stop()
})

const frontlist = 'npm run -s frontlist --'

/** Runs a line or more of the README in the checkout, with the address and the files of this run. */
async function shell(script: string): Promise<string> {
  const own = script
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll('posts.ndjson', join(folder, 'posts.ndjson'))
    .replaceAll('cookies.txt', join(folder, 'cookies.txt'))
  const environment = { ...process.env, ...commandLine.environment, KEY: key }
  const child = Bun.spawn(['sh', '-ec', own], {
    cwd: projectFolder,
    env: environment,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  // curl draws its progress on standard error.
  if ((await child.exited) !== 0) throw new Error(`${script} failed: ${stderr}`)
  return stdout.replaceAll(server.url, 'http://localhost:3000')
}

describe('a request of the README gives the answer that it shows', () => {
  const requests = pairs.filter(([block]) => block.language === 'sh' && block.content.includes('curl '))

  test('there are requests, each with its answer', () => {
    expect(requests.length).toBeGreaterThanOrEqual(8)
    for (const [, answer] of requests) expect(['json', 'http']).toContain(answer?.language ?? 'none')
  })

  test.each(requests.map(pair => [/api\/(\S+)"/.exec(pair[0].content)?.[1] ?? '', ...pair] as const))(
    '%s',
    async (_, request, shown) => {
      const text = await shell(request.content)
      if (shown?.language === 'json') {
        expect(findDifference(parseShortened(shown.content), JSON.parse(text))).toBeNull()
        return
      }
      const lines = text.split('\r\n')
      for (const line of shown?.content.trim().split('\n') ?? [])
        if (line !== '…') expect(lines).toContain(line)
    },
  )
})

test(
  'the commands of the README do what it shows, one after another',
  async () => {
    const file = pairs.find(([block]) => block.language === 'ndjson')?.[0].content ?? ''
    await Bun.write(join(folder, 'posts.ndjson'), file)
    const own = (content: string) => content.includes(frontlist) && !content.includes(' users create ')
    const scripts = pairs.filter(([block]) => block.language === 'sh' && own(block.content))
    expect(scripts).toHaveLength(2)
    for (const [script, shown] of scripts) {
      const output = await shell(script.content)
      if (shown?.language === 'text') expect(output).toBe(shown.content)
      else expect(output).toMatch(/^flst_\w{38}\n[\s\S]+\bWebsite\b/)
    }
  },
  patience,
)

test('`npm start` serves the demo space', () => {
  expect(manifest.scripts.start).toBe(`${manifest.scripts.frontlist} serve --demo`)
})

describe('the tables of the README', () => {
  test(
    'list every command of the program with its usage, and no other',
    async () => {
      const overview = await commandLine.run(['--help'])
      const words = [...overview.stdout.matchAll(/^ {2}([a-z]\S*(?: \S+)?) {2,}\S/gm)].map(
        match => match[1] ?? '',
      )
      const helps = await Promise.all(words.map(word => commandLine.run([...word.split(' '), '--help'])))
      const usages = helps.map(({ stdout }) => /^Usage: frontlist (.*?) ?$/m.exec(stdout)?.[1])
      const rows = tableRowsOf(sectionOf(readme, 'Commands'))
      expect(rows.map(([usage]) => usage)).toEqual(usages.map(usage => `\`${usage}\``))
    },
    patience,
  )

  test('list every path of the API, and its parameters with their bounds', () => {
    const rows = tableRowsOf(sectionOf(readme, 'Reading content'))
    const { paths } = JSON.parse(readText('openapi.json')) as OpenApi
    const managing = tableRowsOf(sectionOf(readme, 'People and the dashboard'))
    const named = [...rows, ...managing].flatMap(([cell = '']) => /^`([A-Z]+ \/.+)`$/.exec(cell)?.[1] ?? [])
    const promised = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/api/v1/') ? Object.keys(operations).map(name => `${name.toUpperCase()} ${path}`) : [],
    )
    expect(named.toSorted()).toEqual(promised.toSorted())
    const parameters =
      paths['/api/v1/public/content/{collection}']?.get?.parameters.filter(
        ({ in: place }) => place === 'query',
      ) ?? []
    const bounds = parameters.map(({ name, schema }) => [
      `\`${name}\``,
      schema.minimum === undefined ? null : `${schema.minimum} to ${schema.maximum}`,
      schema.default === undefined ? 'none' : String(schema.default),
    ])
    const shown = rows.filter(row => row.length === 4)
    expect(
      shown.map(([name, accepted, fallback], place) => [name, bounds[place]?.[1] && accepted, fallback]),
    ).toEqual(bounds.map(([name = '', accepted, fallback]) => [name, accepted || null, fallback ?? '']))
  })
})

interface OpenApi {
  readonly paths: Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly minimum?: number; readonly maximum?: number; readonly default?: unknown }
}

test('every path that the README names is served', async () => {
  const paths = spansOf(readme).flatMap(span => /^(?:GET )?(\/[^\s{]*)$/.exec(span)?.[1] ?? [])
  expect(paths).toContain('/metrics')
  for (const path of new Set(paths)) {
    const response = await fetch(server.url + path)
    expect([path, response.status === 200 || response.status === 401]).toEqual([path, true])
  }
})
