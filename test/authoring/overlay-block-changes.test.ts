// Changes of components and fields apply to the values that overlays have at paths in the base's blocks: in drafts, scheduled
// drafts and publications, at every depth.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement, type Send } from '../kit/app/management-client.ts'
import { runSchedules } from '../kit/app/run-jobs.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'

const hero = (key: string, heading: string, count: string | null = null) => ({
  ...{ component: 'hero', key },
  data: { heading, count },
})
const section = (key: string, blocks: readonly object[]) => ({
  ...{ component: 'section', key },
  data: { title: key, blocks },
})
const records = [
  {
    ...{ type: 'component', apiName: 'hero', name: 'Hero' },
    fields: [
      { apiName: 'heading', type: 'text' },
      { apiName: 'count', type: 'text' },
    ],
  },
  {
    ...{ type: 'component', apiName: 'section', name: 'Section' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'blocks', type: 'component', many: true, of: ['hero', 'section'] },
    ],
  },
  {
    ...{ type: 'collection', apiName: 'pages', name: 'Pages' },
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'sections', type: 'component', many: true, of: ['hero', 'section'] },
      { apiName: 'seo', type: 'component', of: ['hero'] },
    ],
  },
  { type: 'variant', id: 'de', name: 'German', kind: 'audience' },
  {
    ...{ type: 'entry', collection: 'pages', id: 'p1' },
    liveData: {
      sections: [hero('a', 'A', '1'), section('s', [section('t', [hero('b', 'B', '2')])])],
      seo: hero('seo', 'Seo'),
    },
    variants: {
      de: {
        'sections/a/heading': 'A de',
        'sections/a/count': 'zwei',
        'sections/s/blocks/t/blocks/b/heading': 'B de',
        'sections/s/blocks/t/blocks/b/count': '3',
        'seo/heading': 'Seo de',
      },
    },
  },
] as ImportRecord[]

// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
type Body = any

let space: TestSpace
let send: Send

beforeEach(async () => {
  space = await createTestSpace({ records })
  send = (await openManagement(space)).send
})

async function change(model: string, operations: readonly object[], more: object = {}) {
  const { modelVersion } = (await send('GET', `/collections/${model}`)).body.doc
  return send('POST', `/collections/${model}/changes`, { modelVersion, operations, ...more })
}
const draft = async () => (await send('GET', '/entries/p1')).body.doc as Body
const served = async () =>
  ((await (await space.get('/content/pages/p1?variants=de')).json()) as Body).doc.data as Body
const deepest = ({ sections }: Body) => sections[1].data.blocks[0].data.blocks[0].data

describe('values of variants at paths', () => {
  test('are renamed with a field of their component, in what is scheduled as well', async () => {
    await send('PATCH', '/entries/p1', {
      draftVersion: 1,
      variants: { de: { 'sections/a/heading': 'Later' } },
    })
    const publishAt = new Date(space.time.now + 60_000).toISOString()
    const scheduled = await send('PUT', '/entries/p1/schedule', { draftVersion: 2, publishAt })
    expect(scheduled.status).toBe(200)
    await send('PATCH', '/entries/p1', { draftVersion: 2, data: { title: 'unpublished' } })
    const changed = await change('hero', [{ op: 'renameField', field: 'heading', to: 'headline' }])
    expect([changed.status, changed.body.report?.losses]).toEqual([200, []])
    const { variants, live } = await draft()
    expect(variants.de).toEqual({
      'sections/a/headline': 'Later',
      'sections/a/count': 'zwei',
      'sections/s/blocks/t/blocks/b/headline': 'B de',
      'sections/s/blocks/t/blocks/b/count': '3',
      'seo/headline': 'Seo de',
    })
    expect(live.variants.de['sections/a/headline']).toBe('A de')
    expect(deepest(await served())).toEqual({ headline: 'B de', count: '3' })
    space.time.now += 61_000
    await runSchedules(space)
    expect((await served()).sections[0].data.headline).toBe('Later')
    await expectInvariants(space)
  })

  test('are renamed with the fields of blocks around them', async () => {
    space.time.now += 1000
    expect((await change('pages', [{ op: 'renameField', field: 'sections', to: 'body' }])).status).toBe(200)
    const old = await send('GET', '/entries/p1/versions/d1')
    expect(old.body.doc.variants.de['sections/s/blocks/t/blocks/b/heading']).toBe('B de')
    expect((await change('section', [{ op: 'renameField', field: 'blocks', to: 'parts' }])).status).toBe(200)
    const { variants } = await draft()
    expect(variants.de['body/s/parts/t/parts/b/heading']).toBe('B de')
    const { body } = await served()
    expect(body[1].data.parts[0].data.parts[0].data.heading).toBe('B de')
    await expectInvariants(space)
  })

  test('are removed with a field, and come back by path where their blocks are still there', async () => {
    const remove = [{ op: 'removeField', field: 'heading' }]
    const refused = await change('hero', remove)
    expect(refused.status).toBe(409)
    expect((await change('hero', remove, { acceptLosses: true })).status).toBe(200)
    const left = (await draft()).variants.de
    expect(left).toEqual({ 'sections/a/count': 'zwei', 'sections/s/blocks/t/blocks/b/count': '3' })
    expect(Object.keys(deepest(await served()))).toEqual(['count'])
    const { sections } = (await draft()).data
    await send('PATCH', '/entries/p1', { draftVersion: 2, data: { sections: sections.slice(1) } })
    const back = await change('hero', [{ op: 'restoreField', field: 'heading', modelVersion: 2 }])
    expect([back.status, back.body.detail]).toEqual([200, undefined])
    expect((await draft()).variants.de).toEqual({
      'sections/s/blocks/t/blocks/b/heading': 'B de',
      'sections/s/blocks/t/blocks/b/count': '3',
      'seo/heading': 'Seo de',
    })
    await expectInvariants(space)
  })

  test('are converted, and told where they do not fit', async () => {
    const convert = [{ op: 'convertField', field: 'count', type: 'integer' }]
    const dry = await change('hero', convert, { dryRun: true })
    expect(dry.body.report.losses).toEqual([
      expect.objectContaining({ collection: 'pages', field: 'count', ids: ['p1'] }),
    ])
    expect((await change('hero', convert, { acceptLosses: true })).status).toBe(200)
    const { variants } = await draft()
    expect(variants.de['sections/s/blocks/t/blocks/b/count']).toBe(3)
    expect(variants.de).not.toHaveProperty('sections/a/count')
    expect((await served()).sections[0].data).toEqual({ heading: 'A de', count: 1 })
    await expectInvariants(space)
  })

  test.each([
    ['pages', 'sections', { type: 'json', many: false }],
    ['section', 'blocks', { type: 'json', many: false }],
    ['pages', 'seo', { type: 'component', many: true, of: ['hero'] }],
  ])('are a loss where the field of %s "%s" keeps no blocks', async (model, field, to) => {
    const operations = [{ op: 'convertField', field, ...to }]
    const refused = await change(model, operations)
    expect([refused.status, refused.body.code]).toEqual([409, 'model_change_loses'])
    const losses = (await change(model, operations, { dryRun: true })).body.report.losses
    expect(losses.map((loss: Body) => loss.field)).toEqual([field])
    expect((await change(model, operations, { acceptLosses: true })).status).toBe(200)
    const keys = Object.keys((await draft()).variants.de)
    expect(keys.some(key => key.includes(`${field}/`) && key.endsWith('b/heading'))).toBe(false)
    await expectInvariants(space)
  })

  test('keep their component from being deleted', async () => {
    const { status, body } = await send('DELETE', '/collections/hero?modelVersion=1')
    expect([status, body.code]).toEqual([409, 'collection_in_use'])
  })
})
