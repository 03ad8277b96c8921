// Contentful exports with their downloaded files through the whole way: import, delivery, import again.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSource } from '../../src/import-export/formats/formats.ts'
import { importContent } from '../../src/import-export/import.service.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { toImportFiles, writeFolder } from '../kit/import/import-files.ts'
import { gif } from '../media/assets/assets-fixture.ts'
import { photoBytes } from '../media/assets/images-fixture.ts'
import * as build from './contentful/space-builder.ts'

setDefaultTimeout(longTestMs)

const photo = await photoBytes()

test.each([
  ['an empty file', ''],
  ['a JPEG of which only the head arrived', photo.subarray(0, 300)],
  ['a PNG of which eight bytes arrived', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a GIF of which five bytes of the head arrived', 'GIF89a\x01'],
  ['an HTML page that says what was wrong', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'],
  ['an XML document that says so', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
])(
  'in the folder of downloads, %s is an absent file, which is reported, and stops nothing',
  async (_, bytes) => {
    const { asset, contentType, entry, field, link } = build
    const exported = build.space({
      contentTypes: [contentType('post', [field('pic', 'Link', { linkType: 'Asset' })])],
      entries: [
        entry('a', 'post', { pic: link('sea', 'Asset') }),
        entry('b', 'post', { pic: link('failed', 'Asset') }),
      ],
      assets: [asset('sea'), asset('failed')],
    })
    const folder = writeFolder({ 'assets.example/sea.png': gif('sea'), 'assets.example/failed.png': bytes })
    const path = join(folder, 'export.json')
    writeFileSync(path, JSON.stringify(exported))
    const space = await createTestSpace()
    const report = await importContent(
      space.database,
      space.space,
      await openSource(path, { assets: folder }),
      {
        ...{ clock: () => space.time.now, prune: false, dryRun: false, onProgress: () => {} },
        files: () => toImportFiles(space, folder),
      },
    )
    expect(report).toMatchObject({ created: 2, assets: { created: 1 } })
    expect(report.losses).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'value_not_imported', where: 'failed' },
        what: expect.stringContaining('or is empty, damaged or an error page there'),
      }),
    )
    const response = (await (await space.get('/content/post/b')).json()) as { doc: { data: object } }
    expect(response.doc.data).toMatchObject({ pic: { url: 'https://assets.example/failed.png' } })
  },
)

test('linked files are stored and delivered with their words, drafts are not, and nothing changes the second time (A49)', async () => {
  const { asset, contentType, draft, english, entry, field, file, link, locale } = build
  const exported = build.space({
    locales: [english, locale('de', { fallbackCode: 'en' })],
    contentTypes: [contentType('post', [field('pic', 'Link', { linkType: 'Asset' })])],
    entries: [
      entry('shown', 'post', { pic: link('sea', 'Asset') }),
      entry('secret', 'post', { pic: link('draft', 'Asset') }),
    ],
    assets: [
      asset('sea', {
        description: { en: 'The sea', de: 'Das Meer' },
        file: { en: file('sea', { fileName: 'Sea 1.gif' }) },
      }),
      asset('draft', {}, draft),
    ],
  })
  const folder = writeFolder({
    'assets.example/sea.png': gif('sea'),
    'assets.example/draft.png': gif('draft'),
  })
  const path = join(folder, 'export.json')
  writeFileSync(path, JSON.stringify(exported))
  const space = await createTestSpace()
  const run = async () =>
    importContent(space.database, space.space, await openSource(path, { assets: folder }), {
      ...{ clock: () => space.time.now, prune: false, dryRun: false, onProgress: () => {} },
      files: () => toImportFiles(space, folder),
    })
  expect(await run()).toMatchObject({
    created: 2,
    assets: { created: 2, changed: 0, unchanged: 0 },
    dangling: [],
  })
  const read = async (id: string) =>
    (await (await space.get(`/content/post/${id}?variants=de`)).json()) as { doc: { data: { pic: null } } }
  const { pic } = (await read('shown')).doc.data as unknown as { pic: { url: string } }
  expect(pic).toMatchObject({
    ...{ id: 'sea', filename: 'Sea 1.gif', title: 'Picture sea', alt: 'Das Meer' },
    ...{ contentType: 'image/gif', width: 1, height: 1 },
  })
  const delivered = await space.request(pic.url)
  expect([delivered.status, new Uint8Array(await delivered.arrayBuffer())]).toEqual([200, gif('sea')])
  expect((await read('secret')).doc.data.pic).toBeNull()
  const { request } = await openManagement(space)
  const { doc } = (await (await request('GET', '/assets/draft')).json()) as {
    doc: { url: string; live: boolean }
  }
  expect([doc.live, (await space.request(doc.url)).status]).toEqual([false, 404])
  expect(await run()).toMatchObject({
    created: 0,
    changed: 0,
    assets: { created: 0, changed: 0, unchanged: 2 },
  })
})
