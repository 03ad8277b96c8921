// assets add, list, set, remove, gc, verify, copy.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gif } from '../assets/assets-fixture.ts'
import { createCommandLine } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(300_000)

test('files are added, changed, verified, copied and removed by commands', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  const environment = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }
  const run = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await command.run(['assets', ...words, '--json'], { environment })
    return { exitCode, value: stdout === '' ? stderr : JSON.parse(stdout) }
  }
  await command.run(['spaces', 'create', 'main'])
  const [one, two] = ['one.gif', 'two.gif'].map(name => join(folder, name)) as [string, string]
  writeFileSync(one, gif('1'))
  writeFileSync(two, gif('2'))
  const added = await run('add', one, one, '--space', 'main')
  const [first, again] = added.value.list
  expect([first.created, again.created]).toEqual([true, false])
  expect(again.doc.id).toBe(first.doc.id)
  const { id } = first.doc
  const set = await run('set', id, '--alt', 'A dot', '--focal', '0.2,0.3', '--file', two, '--space', 'main')
  expect(set.value).toMatchObject({
    rewritten: 0,
    doc: { filename: 'one.gif', alt: 'A dot', focalPoint: { x: 0.2, y: 0.3 } },
  })
  expect((await run('set', id, '--focal', '2,0', '--space', 'main')).exitCode).toBe(1)
  expect((await run('list', '--space', 'main')).value).toMatchObject({ count: 1, list: [{ id }] })
  expect((await run('gc', '--dry-run')).value).toEqual({ blobs: 0, bytes: 0, images: 0 })
  expect(await run('verify')).toEqual({ exitCode: 0, value: { checked: 1, missing: [], damaged: [] } })
  const copied = await run('copy', '--to', `file:${join(folder, 'other')}`)
  expect(copied.value).toMatchObject({ copied: 2, skipped: 0 })
  const { sha256 } = set.value.doc
  rmSync(join(folder, 'store', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
  expect(await run('verify')).toEqual({
    exitCode: 1,
    value: { checked: 1, missing: [{ sha256, assets: [{ space: 'main', id }] }], damaged: [] },
  })
  expect((await run('remove', id, '--space', 'main')).value).toMatchObject({ rewritten: 0, doc: { id } })
  expect((await run('list', '--space', 'main')).value.count).toBe(0)
  expect(readdirSync(join(folder, 'store', 'temporary'))).toEqual([])
})
