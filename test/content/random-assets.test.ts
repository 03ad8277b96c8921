// Assets that change in any order beside what entries do with them: what is served is what is written, finished with the
// assets as they are.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { Writes } from '../../src/database/database.ts'
import { followAssets } from '../../src/entries/drafts/republish-asset-users.ts'
import { type AssetFields, insertAsset } from '../kit/app/assets.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { readAll, readPage } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'cover', type: 'asset', accept: ['image/*'] },
    { apiName: 'gallery', type: 'asset', many: true },
    { apiName: 'body', type: 'richText', format: 'portableText' },
    { apiName: 'title', type: 'text' },
  ],
} as const

const assetIds = ['x', 'y', 'z'] as const
const entryIds = ['a', 'b'] as const

const asset = fc.constantFrom(...assetIds).chain(id => fc.constantFrom<object[]>({ id }, { id, alt: 'own' }))
const values = fc.record(
  {
    cover: asset,
    gallery: fc.array(asset, { maxLength: 3 }),
    body: fc.array(
      asset.map(each => ({ _type: 'image', asset: each })),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
)

const entryStep = fc.record({
  id: fc.constantFrom(...entryIds),
  kind: fc.constantFrom(
    'write',
    'write',
    'publish',
    'publish',
    'unpublish',
    'discard',
    'schedule',
    'cancel',
    'import',
  ),
  data: values,
  variant: values,
})
const assetStep = fc.record({
  asset: fc.constantFrom(...assetIds),
  kind: fc.constantFrom('add', 'add', 'alt', 'bytes', 'remove'),
  word: fc.constantFrom('1', '2'),
})

type AssetStep = typeof assetStep extends fc.Arbitrary<infer Step> ? Step : never

function changeAsset(space: TestSpace, { asset: id, kind, word }: AssetStep) {
  return space.database.transaction(async writes => {
    await writeAsset(writes, space, id, kind, word)
    return followAssets(writes, space.space, [id])
  }, space.space)
}

async function writeAsset(writes: Writes, { space }: TestSpace, id: string, kind: string, word: string) {
  const own = writes.selectFrom('asset').selectAll().where('space', '=', space).where('id', '=', id)
  const there = await own.executeTakeFirst()
  const fields: AssetFields = {
    id,
    alt: word,
    bytes: `${id}${word}`,
    contentType: word === '1' ? 'image/png' : 'video/mp4',
  }
  if (!there) return kind === 'add' ? insertAsset(writes, space, fields) : undefined
  if (kind === 'alt') {
    await writes
      .updateTable('asset')
      .set({ alt: word })
      .where('space', '=', space)
      .where('id', '=', id)
      .execute()
  } else if (kind === 'bytes' || kind === 'remove') {
    await writes.deleteFrom('asset').where('space', '=', space).where('id', '=', id).execute()
    if (kind === 'bytes') await insertAsset(writes, space, fields)
  }
}

test('whatever comes and goes, the tables are sound, and a revision is taken exactly where responses change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(entryStep, assetStep), { minLength: 6, maxLength: 20 }),
      async steps => {
        const space = await createTestSpace({ records: [posts] })
        await space.import([{ type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' } as never])
        const management = await openManagement(space)
        for (const one of steps) {
          space.time.now += 60_000
          if ('asset' in one) {
            const [before, revision] = [await readAll(space, { variants: 'vip' }), await revisionOf(space)]
            const { rewritten } = await changeAsset(space, one)
            const after = await readAll(space, { variants: 'vip' })
            const changed = [...after].filter(([id, entry]) => !Bun.deepEquals(entry, before.get(id)))
            expect(changed.length).toBeLessThanOrEqual(rewritten)
            if (changed.length > 0) expect(await revisionOf(space)).toBe(revision + 1)
          } else {
            const { id, kind, data, variant } = one
            const there = await management.request('GET', `/entries/${id}`)
            const version = there.ok
              ? ((await there.json()) as { doc: { draftVersion: number } }).doc.draftVersion
              : 0
            const publishAt = new Date(space.time.now + 3_600_000).toISOString()
            const variants = { vip: variant }
            if (kind === 'write') {
              const body = { collection: 'posts', slug: id, draftVersion: version, data, variants }
              await management.request('PUT', `/entries/${id}`, body)
            } else if (kind === 'import') {
              const live = { data: {}, liveData: data, variants }
              await space.import([
                posts,
                { type: 'entry', collection: 'posts', id, slug: id, ...live } as never,
              ])
            } else if (kind === 'schedule') {
              await management.request('PUT', `/entries/${id}/schedule`, { draftVersion: version, publishAt })
            } else if (kind === 'cancel') await management.request('DELETE', `/entries/${id}/schedule`, {})
            else await management.request('POST', `/entries/${id}/${kind}`, { draftVersion: version })
          }
          await expectInvariants(space)
        }
      },
    ),
    { numRuns: fuzzRuns(25) },
  )
})

test('alt text that changes beside publications ends as if one came after the other, and no response mixes both (A54)', async () => {
  const order = fc.array(fc.constantFrom('alt', 'publish', 'read'), { minLength: 6, maxLength: 12 })
  const space = await createTestSpace({ records: [posts] })
  await changeAsset(space, { asset: 'x', kind: 'add', word: '1' })
  const management = await openManagement(space)
  for (const id of entryIds) {
    await management.request('PUT', `/entries/${id}`, {
      collection: 'posts',
      draftVersion: 0,
      data: { cover: { id: 'x' } },
    })
    await management.publish(id)
  }
  let number = 0
  await fc.assert(
    fc.asyncProperty(order, async steps => {
      const alts: string[] = []
      await Promise.all(
        steps.map(async step => {
          const word = String(++number)
          if (step === 'alt') {
            await changeAsset(space, { asset: 'x', kind: 'alt', word: word as never })
            alts.push(word)
          } else if (step === 'read') {
            const { list } = await readPage(space, 'posts')
            expect(new Set(list.map(({ data }) => (data.cover as { alt: string }).alt)).size).toBe(1)
          } else {
            const data = { title: word, cover: { id: 'x' } }
            await management.request('POST', '/operations', {
              operations: entryIds.flatMap(id => [
                { op: 'patch', id, data },
                { op: 'publish', id },
              ]),
            })
          }
        }),
      )
      const { list } = await readPage(space, 'posts')
      const shown = list.map(({ data }) => (data.cover as { alt: string }).alt)
      expect(new Set(shown).size).toBe(1)
      if (alts.length > 0) expect(alts).toContain(shown[0]!)
    }),
    { numRuns: fuzzRuns(40) },
  )
  await expectInvariants(space)
})
