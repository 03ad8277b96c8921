// Slugs that look the same are the same, however their accents are encoded: in imports, requests and references.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { openAuthoring, verdict } from '../authoring/authoring-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { exportRecords } from '../kit/import/export-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

const composed = 'caf\u00e9'
const decomposed = 'cafe\u0301'
const post = (id: string, slug: string, data: object = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  slug,
  liveData: { title: id, ...data },
})

test('what is imported under a decomposed slug is found by either form, and importing it again changes nothing', async () => {
  const file = [post('a', decomposed)]
  const api = await openAuthoring(file)
  for (const slug of [composed, decomposed]) {
    const response = await api.space.get(`/content/posts/${encodeURIComponent(slug)}`)
    expect([slug, response.status]).toEqual([slug, 200])
    const { body } = await api.ask('D', 'GET', `/entries?slug=${encodeURIComponent(slug)}`)
    expect([slug, body.count]).toEqual([slug, 1])
  }
  expect(await api.space.import(file)).toMatchObject({ changed: 0, unchanged: 1 })
  const exported = await exportRecords(api.space)
  expect(exported.find(record => record.type === 'entry')).toMatchObject({ slug: composed })
  await expectInvariants(api.space)
})

test('two of them do not stand side by side, no matter who writes them', async () => {
  const api = await openAuthoring([post('a', composed)])
  const report = await api.space.import([post('b', decomposed)])
  expect(report.losses).toMatchObject([{ kind: 'slug_changed' }])
  expect((await api.get('/entries/b')).slug).toBe(`${composed}-2`)
  const create = (slug: string) => api.ask('owner', 'POST', '/entries', { collection: 'posts', slug })
  expect(verdict(await create(decomposed))).toBe('409 slug_taken')
  const patched = await api.ask('owner', 'PATCH', '/entries/b', { draftVersion: 1, slug: decomposed })
  expect(verdict(patched)).toBe('409 slug_taken')
})

test('a condition on the slug finds it by either form', async () => {
  const { space } = await openAuthoring([post('a', decomposed), post('b', 'b')])
  for (const slug of [composed, decomposed]) {
    const named = encodeURIComponent(slug)
    for (const condition of [
      `filter[slug]=${named}`,
      `filter[slug][in]=${named}`,
      `not[slug][ne]=${named}`,
    ]) {
      const response = await space.get(`/content/posts?${condition}`)
      expect([condition, await response.json()]).toMatchObject([condition, { count: 1, list: [{ id: 'a' }] }])
    }
  }
})

test('a reference by a decomposed slug means the entry', async () => {
  const related = [{ collection: 'posts', slug: decomposed }]
  const api = await openAuthoring([post('a', composed), post('b', 'b', { related })])
  expect((await readEntry(api.space, 'posts', 'b'))!.data.related).toMatchObject([{ id: 'a' }])
  const { data } = await api.create({ collection: 'posts', data: { title: 'c', related } })
  expect(data.related).toEqual([{ id: 'a' }])
})
