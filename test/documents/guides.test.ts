// The guides, done as they say: every request and every command runs for real, one after another, against a server with
// the demo space, and what is shown is what comes. What cannot run here is named, with what holds it instead.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import manifest from '../../package.json' with { type: 'json' }
import { createCommandLine, projectFolder, type ServerProcess } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { type Block, blocksOf, documents, readText, root, spansOf } from './documents.ts'
import { findDifference, parseShortened } from './shortened-json.ts'

/** In the order in which a reader meets them: a later one may need what an earlier one has created. */
const guides = [
  'README.md',
  'docs/getting-started.md',
  'docs/content-api.md',
  'docs/api-keys.md',
  'docs/commands.md',
  'docs/settings.md',
  'docs/deployment.md',
  'docs/querying.md',
  'docs/clients.md',
  'docs/model-content.md',
  'docs/build-a-site.md',
  'docs/rich-text.md',
  'docs/write-content.md',
  'docs/files.md',
  'docs/preview.md',
]

/** Blocks of the guides that are not run here, by what they contain, and the test that holds them. */
const heldElsewhere: readonly (readonly [part: string, test: string])[] = [
  ['npm ci && npm start', 'test/cli/serve.test.ts'],
  ['npm ci && npm test', 'scripts/test.ts'],
  ['frontlist -- serve', 'test/cli/serve.test.ts'],
  ['cp backup-2026-01-01.db', 'test/deploy/restore.test.ts'],
  ['pg_dump ', 'test/deploy/restore.test.ts'],
  ['pg_restore ', 'test/deploy/restore.test.ts'],
  ['docker compose --file', 'test/deploy/compose.test.ts'],
  ['docker build', 'test/deploy/compose.test.ts'],
  ['docker compose up', 'test/deploy/compose.test.ts'],
  ['while true', 'test/documents/clients.test.ts'],
]

const commandLine = createCommandLine()
const folder = makeFolder()
let server: ServerProcess
let key = ''
/** An API key that writes and publishes. */
let writeKey = ''

beforeAll(async () => {
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#567' } })
    .jpeg()
    .toFile(join(folder, 'harbour.jpg'))
  server = await commandLine.serve(['--demo'], { METRICS: '1' })
  key = (JSON.parse(server.stdout) as { key: string }).key
  const scopes = ['content.write', 'content.publish'].flatMap(scope => ['--scope', scope])
  writeKey = (
    await commandLine.run(['keys', 'create', '--space', 'demo', '--name', 'W', ...scopes])
  ).stdout.trim()
}, longTestMs)

afterAll(async () => {
  await server?.stop()
})

/** Runs a block in the checkout, with the address and the files of this run. */
function shell(script: string): Promise<string> {
  return run(script, own => ['sh', '-ec', own])
}

/** Runs a block of functions and what calls them, with those of the blocks before it. */
function javascript(script: string, before: readonly Block[]): Promise<string> {
  const declarations = before.flatMap(({ content }) => content.match(declaration) ?? [])
  return run([...declarations, script].join('\n'), own => [process.execPath, '-e', own])
}

/** Functions, and constants of one line that are texts. */
const declaration = /^(?:(?:async )?function\*? [\s\S]*?^\}|const \w+ = '.*')$/gm

async function run(script: string, toCommand: (own: string) => string[]): Promise<string> {
  const own = script
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll(/\b[a-z]+\.ndjson\b/g, name => join(folder, name))
    .replaceAll('cookies.txt', join(folder, 'cookies.txt'))
    .replaceAll('@harbour.jpg', `@${join(folder, 'harbour.jpg')}`)
    .replaceAll('"backup-', `"${folder}/backup-`)
  const environment = {
    ...process.env,
    ...commandLine.environment,
    FRONTLIST_KEY: key,
    WRITE_KEY: writeKey,
    PREVIEW_KEY: writeKey,
  }
  const child = Bun.spawn(toCommand(own), {
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

/** The first block after it, unless that is the next script. */
function expectShown(output: string, shown: Block | undefined): void {
  if (shown?.language === 'json') {
    expect(findDifference(parseShortened(shown.content), JSON.parse(output))).toBeNull()
  } else if (shown?.language === 'http') {
    const lines = output.split('\r\n')
    for (const line of shown.content.trim().split('\n')) if (line !== '…') expect(lines).toContain(line)
  } else if (shown?.language === 'text') {
    expect(findDifference(shown.content, output)).toBeNull()
  }
}

/** Of an error. */
const jsonPointer = /^\/(slug|data|variants|operations)(\/|$)/
const isRequest = (script: string) => script.includes('curl ')
const holderOf = (script: string) => heldElsewhere.find(([part]) => script.includes(part))?.[1]

describe.each(guides)('%s', guide => {
  const blocks = blocksOf(readText(guide))

  for (const [index, { language, content }] of blocks.entries()) {
    const shown = blocks[index + 1]
    const title = `gives what is shown: ${content.trim().replaceAll(/\s+/g, ' ').slice(0, 150)}`
    if (language === 'ndjson') {
      test('its file is written', async () => {
        const [name = 'no file'] = /\b[a-z]+\.ndjson\b/.exec(shown?.content ?? '') ?? []
        await Bun.write(join(folder, name), content)
      })
    } else if (language === 'js') {
      const before = blocks.slice(0, index).filter(other => other.language === 'js')
      test(
        title,
        async () => {
          if (content.includes('console.log')) expect(shown?.language).toBe('json')
          expectShown(await javascript(content, before), shown)
        },
        longTestMs,
      )
    } else if (language === 'sh' && holderOf(content) === undefined) {
      test(
        title,
        async () => {
          if (isRequest(content)) expect(['json', 'http']).toContain(shown?.language ?? 'none')
          expectShown(await shell(content), shown)
        },
        longTestMs,
      )
    }
  }

  test('names paths that are served', async () => {
    const paths = spansOf(readText(guide)).flatMap(span => /^(?:GET )?(\/[^\s{]*)$/.exec(span)?.[1] ?? [])
    for (const path of new Set(paths.filter(one => !jsonPointer.test(one)))) {
      const response = await fetch(server.url + path)
      expect([path, response.status === 200 || response.status === 401]).toEqual([path, true])
    }
  })
})

describe('nothing that is shown goes untested', () => {
  const scriptsOf = (text: string) =>
    blocksOf(text).flatMap(({ language, content }) => (language === 'sh' ? [content] : []))
  const scripts = guides.flatMap(guide => scriptsOf(readText(guide)))

  test('there are requests, and commands', () => {
    expect(scripts.filter(isRequest).length).toBeGreaterThanOrEqual(10)
    expect(
      scripts.filter(script => script.includes('npm run -s frontlist --')).length,
    ).toBeGreaterThanOrEqual(6)
  })

  test('what is not run here is shown, and held by a file that there is', () => {
    for (const [part, holder] of heldElsewhere) {
      expect([part, scripts.some(script => script.includes(part))]).toEqual([part, true])
      expect([holder, existsSync(join(root, holder))]).toEqual([holder, true])
    }
  })

  test('other documents show no request and no command of ours', () => {
    const others = documents.filter(({ path }) => !guides.includes(path))
    const shown = others.flatMap(({ path, text }) =>
      scriptsOf(text).some(script => /curl |frontlist -- /.test(script)) ? [path] : [],
    )
    expect(shown).toEqual([])
  })

  test('`npm start` serves the demo space', () => {
    expect(manifest.scripts.start).toBe(`${manifest.scripts.frontlist} serve --demo`)
  })
})
