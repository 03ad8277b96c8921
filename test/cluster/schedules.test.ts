// Several servers on one database, killed at any moment and started again: each schedule is carried out exactly once.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { EntryTransaction } from '../../src/entries/entry-transaction.ts'
import { finishTransaction } from '../../src/entries/finish-transaction.ts'
import { scheduleEntry } from '../../src/entries/schedule-entry.ts'
import { type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { createCommandLine, type ServerProcess } from '../kit/command/process.ts'
import { readEverything } from '../kit/database/test-databases.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { importText } from '../kit/import/import-text.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

const nodesMax = 3
const kills = fuzzRuns(8)
const count = 12 * kills
const day = 86_400_000

test(`${count} schedules, ${nodesMax} nodes, ${kills} of them killed: each is carried out once, at its time`, async () => {
  const command = createCommandLine()
  await command.run(['migrate'])
  const database = await command.open()
  const everything = readEverything(database, command.databaseUrl)
  const parts = { clock: () => Date.now(), random: systemRandom }
  const { id: space } = await database.transaction(writes =>
    createSpace(writes, parts, { slug: 'main', name: 'Main' }),
  )
  const fields = [{ apiName: 'title', type: 'text' }]
  const ids = Array.from({ length: count }, (_, index) => `e${index}`)
  await importText(
    { database, space, time: { now: Date.now() } } as TestSpace,
    toNdjson([
      { type: 'collection', apiName: 'posts', name: 'Posts', fields },
      ...ids.map(id => ({ type: 'entry', collection: 'posts', id, data: { title: id } })),
    ]),
  )
  // Yesterday all of this lay in the future. Now it is overdue, so that no time depends on how fast the machine is.
  const yesterday = Date.now() - day
  const timeOf = (index: number) => yesterday + 1 + index
  const isEnding = (index: number) => index % 4 === 0
  await database.transaction(async writes => {
    const by = { kind: 'user', name: 'u' } as const
    const transaction = await EntryTransaction.begin(writes, space, {
      ...{ by, now: yesterday, random: systemRandom },
    })
    for (const [index, id] of ids.entries()) {
      const unpublishAt = isEnding(index) ? timeOf(index + count) : null
      await scheduleEntry(transaction, { id, draftVersion: 1, publishAt: timeOf(index), unpublishAt })
    }
    await finishTransaction(transaction)
  }, space)
  const left = async () => (await everything.all(query.selectFrom('schedule').select('entry'))).length
  let nodes: ServerProcess[] = await Promise.all(Array.from({ length: nodesMax }, () => command.serve()))
  let killed = 0
  while ((await left()) > 0) {
    await Bun.sleep(Math.random() * 60)
    if (killed === kills) continue
    const [victim, ...others] = nodes
    victim!.process.kill('SIGKILL')
    await victim!.process.exited
    killed++
    nodes = [...others, await command.serve()]
  }
  await until(async () => (await left()) === 0)
  for (const node of nodes) expect(await node.stop()).toBe(0)
  const publications = await everything.all(query.selectFrom('publication').selectAll())
  const found = new Map(publications.map(row => [row.entry, row]))
  expect(publications).toHaveLength(count)
  for (const [index, id] of ids.entries()) {
    expect(found.get(id)).toMatchObject({ version: 1, published_at: timeOf(index), draft_version: 1 })
    expect([id, found.get(id)!.to_revision !== null]).toEqual([id, isEnding(index)])
  }
  const activity = await everything.all(query.selectFrom('activity').select(['action', 'entry']))
  const times = (action: string) => activity.filter(each => each.action === action).length
  expect([times('publish'), times('unpublish')]).toEqual([count, ids.filter((_, at) => isEnding(at)).length])
  process.stderr.write(`schedules: ${killed} nodes killed before all of ${count} were done\n`)
  await database.close()
})
