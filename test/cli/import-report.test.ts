// What `import` says to people: what matters most first, and no kind of warning hides the others.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { contentType, entry, field, space } from '../import-export/contentful/space-builder.ts'
import { toNdjson } from '../kit/app/test-space.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'n', type: 'number' }],
}

async function fileOf(text: string, name = 'file'): Promise<string> {
  const file = join(makeFolder(), name)
  await Bun.write(file, text)
  return file
}

test('a rounded number stands before sixty changed slugs, of which fifty are shown and the rest is counted', async () => {
  const same = Array.from({ length: 61 }, (_, index) => ({
    type: 'entry',
    collection: 'posts',
    id: `e${index}`,
    slug: 'same',
  }))
  const file = await fileOf(
    `${toNdjson([posts, ...same])}{"type":"entry","collection":"posts","id":"x","liveData":{"n":9007199254740993}}\n`,
  )
  const command = createCommandLine()
  await command.run(['spaces', 'create', 'main'])
  const { stdout } = await command.run(['import', file, '--space', 'main', '--dry-run'])
  const lines = stdout.split('\n')
  const rounded = lines.indexOf('Numbers that were rounded (1):')
  const slugs = lines.indexOf('Slugs that were changed (60):')
  expect(rounded).toBeGreaterThan(0)
  expect(slugs).toBeGreaterThan(rounded)
  expect(lines[rounded + 1]).toMatch(/^ {2}line 63: posts x n: .*9007199254740993/)
  expect(lines[slugs + 50]).toContain('line 52')
  expect(lines[slugs + 51]).toBe('  … and 10 more; --json lists them all.')
  const json = await command.run(['import', file, '--space', 'main', '--json'])
  const report = JSON.parse(json.stdout)
  expect(Object.keys(report)).toEqual([
    ...['created', 'changed', 'unchanged', 'removed'],
    ...['collections', 'assets', 'losses', 'dangling'],
  ])
  expect(report.losses).toHaveLength(61)
  for (const loss of report.losses) {
    expect(Object.keys(loss)).toEqual(['kind', 'where', 'collection', 'entry', 'field', 'what', 'count'])
  }
})

test('what is no longer served is listed in the report, and beside the JSON', async () => {
  const live = { type: 'entry', collection: 'posts', id: 'a', liveData: {} }
  const first = await fileOf(toNdjson([posts, { ...posts, apiName: 'pages' }, live]))
  const draft = await fileOf(toNdjson([posts, { ...live, liveData: undefined, data: {} }]))
  const command = createCommandLine()
  await command.run(['spaces', 'create', 'main'])
  await command.run(['import', first, '--space', 'main'])
  const args = ['import', draft, '--space', 'main', '--prune']
  const { stdout } = await command.run([...args, '--dry-run'])
  const { stderr } = await command.run([...args, '--json'])
  for (const text of [stdout, stderr]) {
    expect(text).toMatch(/Unpublished.*\(1\):\n {2}posts\/a \(a\)/)
    expect(text).toMatch(/Collections removed.*\(1\):\n {2}pages/)
  }
})

test('--changed takes two words only, and names what it stops at', async () => {
  const changed = { version: 8, publishedVersion: 4, publishedAt: '2026-01-02T03:04:05.678Z' }
  const entries = Array.from({ length: 60 }, (_, index) => entry(`e${index}`, 'post', {}, changed))
  const file = await fileOf(
    JSON.stringify(space({ contentTypes: [contentType('post', [field('a', 'Text')])], entries })),
  )
  const command = createCommandLine()
  await command.run(['spaces', 'create', 'main'])
  const args = ['import', file, '--space', 'main', '--json']
  const wrong = await command.run([...args, '--changed=all'])
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('latest, draft')])
  const stopped = await command.run(args)
  expect(stopped.exitCode).toBe(1)
  expect(stopped.stderr).toContain('--changed=draft')
  expect(stopped.stderr).toContain('  entry e49: post/e49 was changed after its publication.')
  expect(stopped.stderr).toContain('… and 10 more')
  expect(JSON.parse(stopped.stdout).faults).toHaveLength(60)
  expect((await command.run([...args, '--changed', 'draft'])).exitCode).toBe(0)
  const ndjson = await fileOf(toNdjson([posts]))
  expect((await command.run(['import', ndjson, '--space', 'main', '--changed=latest'])).exitCode).toBe(0)
})
