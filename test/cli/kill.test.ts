// A process that is killed in the middle leaves all of its work or nothing, and a database that serves.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import type { ServedPage } from '../kit/app/served-content.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import {
  type DatabaseState,
  manyEntries,
  raisesOf,
  readTable,
  runJson,
  start,
  stateOf,
  untilAlone,
} from '../kit/command/running-command.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { fuzzRuns } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { runAssetChange } from '../stress/asset-change.ts'
import { Findings } from '../stress/runner.ts'

/** `npm run stress kills` has hundreds. */
const kills = fuzzRuns(6)
const count = 2500

/** Kills the command after part of the time that a whole run takes; true where it was killed before it ended. */
async function killAt(command: CommandLine, args: readonly string[], ms: number): Promise<boolean> {
  const running = start(command, args)
  await Bun.sleep(ms)
  running.process.kill('SIGKILL')
  const { exitCode } = await running.finished
  await untilAlone(command)
  return exitCode !== 0
}

/** After a change of all entries. */
function expectDone(command: CommandLine, before: DatabaseState, after: DatabaseState): void {
  const { publications, revision } = before
  expect(raisesOf(command, count)).toContain(after.revision - revision)
  expect(after).toEqual({ ...before, publications: publications + count, revision: after.revision })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Files beside an embedded database, or tables of a PostgreSQL, that are an import's own. */
async function leftoversOf({ databaseFile, databaseUrl }: CommandLine): Promise<string[]> {
  if (databaseFile === '') {
    const staged = "select relname as name from pg_class where relname like 'staged%'"
    return (await runSql<{ name: string }>(databaseUrl, staged)).map(({ name }) => name)
  }
  const own = new Set(['', '-wal', '-shm', '.secret'].map(end => `${basename(databaseFile)}${end}`))
  return readdirSync(dirname(databaseFile)).filter(name => !own.has(name))
}

async function expectServes(
  command: CommandLine,
  key: string,
  live: number,
  word: string,
  field = 'text',
): Promise<void> {
  const server = await command.serve()
  const response = await fetch(`${server.url}/api/v1/public/content/posts?perPage=1000`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const page = (await response.json()) as ServedPage
  expect(page.count).toBe(live)
  expect(page.list.every(entry => String(entry.data[field]).startsWith(`${word} `))).toBe(true)
  expect(await server.stop()).toBe(0)
  const { diagnostics } = JSON.parse((await command.run(['doctor', '--json'])).stdout) as {
    diagnostics: Diagnostic[]
  }
  expect(diagnostics).toContainEqual(expect.objectContaining({ check: 'query index', status: 'ok' }))
}

test(`${kills} imports killed at any moment leave all of it or nothing`, async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  await command.run(['spaces', 'create', 'main'])
  const { key } = await runJson<{ key: string }>(command, 'keys', 'create', '--space', 'main', '--name', 'k')
  const words = ['one', 'two'] as const
  for (const word of words) await Bun.write(join(folder, word), manyEntries(count, word))
  const importOf = (word: string) => ['import', join(folder, word), '--space', 'main']
  await command.run(importOf('one'))
  let whole = await timeOf(() => command.run(importOf('two')))
  let state = await stateOf(command)
  expect(state).toMatchObject({ entries: count, live: count, publications: 2 * count })
  expect(raisesOf(command, count, 2)).toContain(state.revision)
  let word: (typeof words)[number] = 'two'
  let killed = 0
  let undone = 0
  for (let round = 0; killed < kills && round < 10 * kills; round++) {
    const next: (typeof words)[number] = word === 'one' ? 'two' : 'one'
    // Spread over the whole run, and a little beyond it, so that the commit is met too.
    const at = whole * (0.15 + 0.9 * (((round * 7) % kills) / kills + Math.random() / kills))
    if (await killAt(command, importOf(next), at)) killed++
    else whole *= 0.95
    const after = await stateOf(command)
    const isDone = after.revision !== state.revision
    if (isDone) {
      word = next
      expectDone(command, state, after)
    } else {
      undone++
      expect(after).toEqual(state)
    }
    state = after
    if (round % 6 === 5) await expectServes(command, key, count, word)
  }
  process.stderr.write(
    `kill: ${killed} imports killed, ${undone} undone, a whole one takes ${Math.round(whole)} ms\n`,
  )
  expect(killed).toBe(kills)
  expect(undone).toBeGreaterThan(0)
  await expectServes(command, key, count, word)
  expect(await leftoversOf(command)).toEqual([])
})

test('a publish and an unpublish of many entries, killed, publish all of them or none', async () => {
  const command = createCommandLine()
  const file = join(makeFolder(), 'drafts')
  const many = 2000
  await Bun.write(file, manyEntries(many, 'draft', false))
  await command.run(['spaces', 'create', 'main'])
  const { key } = await runJson<{ key: string }>(command, 'keys', 'create', '--space', 'main', '--name', 'k')
  await command.run(['import', file, '--space', 'main'])
  const addresses = Array.from({ length: many }, (_, index) => `posts/e${index}`)
  const args = (word: string) => [word, '--space', 'main', ...addresses]
  const rehearsal = createCommandLine()
  await rehearsal.run(['spaces', 'create', 'main'])
  await rehearsal.run(['import', file, '--space', 'main'])
  const whole = await timeOf(() => rehearsal.run(args('publish')))
  expect((await stateOf(rehearsal)).live).toBe(many)
  const rounds = Math.max(2, fuzzRuns(6))
  let state = await stateOf(command)
  for (let round = 0; round < rounds; round++) {
    const word = state.live === 0 ? 'publish' : 'unpublish'
    await killAt(command, args(word), whole * (0.3 + (0.8 * (round + Math.random())) / rounds))
    const after = await stateOf(command)
    const isDone = after.revision !== state.revision
    const opened = isDone && word === 'publish' ? many : 0
    expect(after).toEqual({
      ...state,
      live: isDone ? many - state.live : state.live,
      publications: state.publications + opened,
      revision: state.revision + (isDone ? 1 : 0),
    })
    state = after
  }
  await expectServes(command, key, state.live, 'draft')
})

/** How many drafts, and how many live entries, have their text under which name. */
function formsOf(command: CommandLine): Promise<{ form: string; count: number }[]> {
  const named = (rows: string) =>
    `select substr(data, 3, 5) as form, cast(count(*) as integer) as count from ${rows} group by 1`
  return readTable(command, `${named('entry')} union all ${named('publication where to_revision is null')}`)
}

test('changes of a model killed at any moment leave all of it or nothing', async () => {
  const command = createCommandLine()
  const folder = makeFolder()
  await command.run(['spaces', 'create', 'main'])
  const { key } = await runJson<{ key: string }>(command, 'keys', 'create', '--space', 'main', '--name', 'k')
  const file = join(folder, 'content')
  await Bun.write(
    file,
    manyEntries(count, 'one')
      .replace('"apiName":"text"', '"apiName":"text1"')
      .replaceAll('{"text":', '{"text1":'),
  )
  await command.run(['import', file, '--space', 'main'])
  let modelVersion = 1
  let form = 'text1'
  const change = async () => {
    const to = form === 'text1' ? 'text2' : 'text1'
    const operations = [{ op: 'renameField', field: form, to }]
    const path = join(folder, 'change.json')
    await Bun.write(path, JSON.stringify({ collection: 'posts', modelVersion, operations }))
    return { args: ['model', 'apply', path, '--space', 'main'], to }
  }
  const first = await change()
  let whole = await timeOf(() => command.run(first.args))
  const advance = (to: string) => {
    form = to
    modelVersion++
  }
  advance(first.to)
  let state = await stateOf(command)
  expect(state).toMatchObject({ entries: count, live: count, publications: 2 * count })
  expect(raisesOf(command, count, 2)).toContain(state.revision)
  const rounds = Math.max(2, fuzzRuns(6))
  let killed = 0
  for (let round = 0; killed < rounds && round < 10 * rounds; round++) {
    const { args, to } = await change()
    const at = whole * (0.3 + (0.8 * (((round * 5) % rounds) + Math.random())) / rounds)
    if (await killAt(command, args, at)) killed++
    else whole *= 0.95
    const after = await stateOf(command)
    const isDone = after.revision !== state.revision
    if (isDone) {
      advance(to)
      expectDone(command, state, after)
    } else expect(after).toEqual(state)
    expect(await formsOf(command)).toEqual([
      { form, count },
      { form, count },
    ])
    state = after
  }
  expect(killed).toBe(rounds)
  const { exitCode, stderr } = await command.run((await change()).args)
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  const done = form === 'text1' ? 'text2' : 'text1'
  expect(await formsOf(command)).toEqual([
    { form: done, count },
    { form: done, count },
  ])
  await expectServes(command, key, count, 'one', done)
  expect(await leftoversOf(command)).toEqual([])
})

test('a change of an asset that many live entries show, killed, is in all of them or in none', async () => {
  const findings = new Findings()
  await runAssetChange({ entries: 1000, kills: 3 }, findings)
  expect(findings.broken).toEqual([])
})
