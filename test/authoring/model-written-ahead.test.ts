// On PostgreSQL a change of a model writes its prepared rows before it acquires the space's lock. Others can write in the
// meantime, and have priority if both write the same entry.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { Gate } from '../kit/database/gate.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'
import { changeModel } from './change-model.ts'

setDefaultTimeout(longTestMs)

const entry = (collection: string, id: string, title: string): ImportRecord => ({
  ...{ type: 'entry', collection, id, liveData: collection === 'posts' ? { title } : { name: title } },
})
const rename = [{ op: 'renameField', field: 'title', to: 'headline' }]

describeOnPostgres('what a change of a model makes of entries is written before its lock', () => {
  let api: AuthoringFixture
  let gate: Gate

  beforeEach(async () => {
    api = await openAuthoring([
      entry('posts', 'a', 'A'),
      entry('posts', 'b', 'B'),
      entry('authors', 'ann', 'Ann'),
    ])
    gate = await Gate.build(api.space.url, {
      ...{ table: 'entry', event: 'update' },
      condition: "data like '%headline%'",
    })
  })

  afterEach(() => gate.close())

  const changeWhile = (work: () => Promise<unknown>) =>
    gate.holdUp(() => changeModel(api, 'posts', rename, async () => {}), work)

  const servedHeadlines = async () => {
    const served = await Promise.all(['a', 'b'].map(slug => readEntry(api.space, 'posts', slug)))
    return served.map(each => each?.data.headline)
  }

  test('while others save elsewhere, create entries of the collection and make keys', async () => {
    const before = await revisionOf(api.space)
    const { modelVersion } = await changeWhile(async () => {
      expect(await readEntry(api.space, 'posts', 'a')).toMatchObject({ data: { title: 'A' } })
      await api.space.makeKey()
      await api.patch('ann', { draftVersion: 1, data: { name: 'Anna' } })
      await api.create({ id: 'c', collection: 'posts', data: { title: 'C' } })
    })
    expect(modelVersion).toBe(2)
    // The entry of others is changed under the lock.
    expect(await gate.countPassed()).toBe(2)
    expect(await revisionOf(api.space)).toBe(before + 1)
    expect(await servedHeadlines()).toEqual(['A', 'B'])
    expect(await api.get('/entries/c')).toMatchObject({ data: { headline: 'C' } })
    expect(await api.get('/entries/ann')).toMatchObject({ data: { name: 'Anna' } })
    await expectInvariants(api.space)
  })

  test('at a revision that others must not have reached: then it prepares again', async () => {
    const before = await revisionOf(api.space)
    await changeWhile(async () => {
      await api.patch('ann', { draftVersion: 1, data: { name: 'Anna' } })
      await api.publish('ann', 2)
    })
    expect(await revisionOf(api.space)).toBe(before + 2)
    expect(await servedHeadlines()).toEqual(['A', 'B'])
    await expectInvariants(api.space)
  })

  test('and gives way to who saves and publishes an entry of it', async () => {
    await changeWhile(async () => {
      const saved = api.patch('a', { draftVersion: 1, data: { title: 'Mine' } })
      await gate.untilBlocked()
      await gate.open()
      await saved
    })
    expect(await api.get('/entries/a')).toMatchObject({ data: { headline: 'Mine' } })
    expect(await servedHeadlines()).toEqual(['A', 'B'])
    const versions = (await dumpTables(api.space)).entry_version.filter(each => each.entry === 'a')
    expect(versions.map(({ reason }) => reason).sort()).toEqual(['edit', 'import', 'model'])
    await expectInvariants(api.space)
  })

  test('and is gone if it fails', async () => {
    const before = await dumpTables(api.space)
    await expect(changeWhile(() => gate.endWaiting())).rejects.toThrow()
    expect(await dumpTables(api.space)).toEqual(before)
    await expectInvariants(api.space)
  })
})
