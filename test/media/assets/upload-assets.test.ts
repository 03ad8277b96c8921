// Uploads: what is stored, what the same bytes again are, names, and what is refused without a trace.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { verdict } from '../../authoring/authoring-fixture.ts'
import { hashOf } from '../../kit/app/assets.ts'
import { readEntry } from '../../kit/app/served-content.ts'
import { gif, openAssets } from './assets-fixture.ts'

test('an upload is an asset whose address has the hash of its bytes, and nothing is delivered of it yet', async () => {
  const { upload, space, status } = await openAssets()
  const { body, ...rest } = await upload('author', gif(), 'filename=%C3%A9t%C3%A9.gif')
  expect(verdict({ body, ...rest })).toBe('201')
  const sha256 = new Bun.CryptoHasher('sha256').update(gif()).digest('hex')
  expect(body).toMatchObject({
    metadataRemoved: false,
    doc: {
      ...{ filename: 'été.gif', contentType: 'image/gif', size: gif().length, sha256, width: 1, height: 1 },
      ...{ title: null, alt: null, focalPoint: null, thumbhash: null, live: false, uses: 0 },
      url: `/assets/${space.space}/${sha256}/%C3%A9t%C3%A9.gif`,
      createdBy: { kind: 'user', name: 'author@example.com' },
    },
  })
  expect(body.doc.id).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(await status(body.doc.url)).toBe(404)
})

test('a HEIC picture is stored as it is, and the upload and the replacement warn that browsers do not show it', async () => {
  const { upload, replace } = await openAssets()
  const warning = { code: 'not_shown_by_browsers', message: expect.stringContaining('Save it as JPEG') }
  const brands = [
    'heicmif1heic',
    'heixmif1heixmiaf',
    'mif1mif1heic',
    'mif1miafMiHB',
    'hevcmsf1hevc',
    'msf1msf1hevc',
  ]
  for (const [index, names] of brands.entries()) {
    const head = `${names.slice(0, 4)}\0\0\0\0${names.slice(4)}`
    const heic = Buffer.from(`\0\0\0${String.fromCharCode(8 + head.length)}ftyp${head}`, 'latin1')
    for (const status of [201, 200]) {
      const uploaded = await upload('owner', new Uint8Array(heic), `filename=a.heic&id=a${index}`)
      expect([names, uploaded.status, uploaded.body.warnings]).toEqual([names, status, [warning]])
      const { contentType, size, width } = uploaded.body.doc
      expect([contentType, size, width]).toEqual(['application/octet-stream', heic.length, null])
    }
    expect((await replace('owner', `a${index}`, gif())).body.warnings).toEqual([])
    expect((await replace('owner', `a${index}`, new Uint8Array(heic))).body.warnings).toEqual([warning])
  }
  for (const other of [
    'ftypavif\0\0\0\0mif1heic',
    'ftypqt  \0\0\0\0qt  ',
    'ftypmp42\0\0\0\0isom',
    'heic',
    'a,b,c',
  ]) {
    const bytes = new Uint8Array(
      Buffer.from(other.startsWith('ftyp') ? `\0\0\0\x18${other}` : other, 'latin1'),
    )
    const uploaded = await upload('owner', bytes, 'filename=a.heic')
    expect([other, uploaded.body.warnings ?? []]).toEqual([other, []])
  }
})

test('the same bytes again are the asset that has them, unless an id asks for one of its own', async () => {
  const { upload, neighbourOwner, ask, space } = await openAssets()
  const ids: unknown[] = []
  for (const query of [
    'filename=a.gif',
    'filename=b.gif',
    'filename=c.gif&id=own',
    'filename=d.gif&id=own',
    'filename=e.gif',
  ]) {
    space.time.now += 1
    const { status, body } = await upload('owner', gif(), query)
    ids.push([status, body.doc.id, body.doc.filename])
  }
  const first = (ids[0] as [number, string])[1]
  expect(ids).toEqual([
    [201, first, 'a.gif'],
    [200, first, 'a.gif'],
    [201, 'own', 'c.gif'],
    [200, 'own', 'c.gif'],
    [200, first, 'a.gif'],
  ])
  const theirs = await neighbourOwner.send('POST', '/api/v1/assets?filename=a.gif&id=own', gif(), {
    'Content-Type': null,
  })
  expect(theirs.status).toBe(201)
  expect(await Array.fromAsync(space.files.store.list())).toHaveLength(1)
  expect(verdict(await upload('owner', gif('more'), 'filename=a.gif&id=own'))).toBe('409 asset_exists')
  expect((await ask('owner', 'GET', '/assets/own')).status).toBe(200)
})

const names: readonly (readonly [sent: string, stored: string])[] = [
  ['../../x', 'x'],
  ['a\0b', 'ab'],
  ['con', 'con'],
  ['"; x=', '; x='],
  ['日本.png', '日本.png'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  [`${'é'.repeat(150)}.png`, `${'é'.repeat(98)}.png`],
]

test('a name is safe in addresses, headers and on disks', async () => {
  const { add, status, show } = await openAssets()
  const stored: string[] = []
  for (const [index, [sent]] of names.entries()) {
    const doc = await add(gif(String(index)), `filename=${encodeURIComponent(sent)}`)
    stored.push(doc.filename)
    await show(`entry-${index}`, { cover: { id: doc.id } })
    expect(await status(doc.url)).toBe(200)
  }
  expect(stored).toEqual(names.map(([, name]) => name))
})

const tooMany = 1024 * 1024 + 1
const stream = (bytes: number) =>
  new ReadableStream({
    start: controller => {
      controller.enqueue(new Uint8Array(bytes))
      controller.close()
    },
  })

const refused: readonly (readonly [
  what: string,
  verdict: string,
  query: string,
  body: unknown,
  headers?: object,
])[] = [
  ['no name', '400 invalid_parameters', '', gif()],
  ['an id that is none', '400 invalid_parameters', 'filename=a&id=-', gif()],
  ['nothing', '400 invalid_body', 'filename=a', ''],
  ['half an image', '400 invalid_body', 'filename=a', gif().slice(0, 8)],
  [
    'a form',
    '415 unsupported_media_type',
    'filename=a',
    gif(),
    { 'Content-Type': 'multipart/form-data; boundary=x' },
  ],
  ['a coding', '415 unsupported_media_type', 'filename=a', gif(), { 'Content-Encoding': 'gzip' }],
  [
    'too many bytes, by header',
    '413 asset_too_large',
    'filename=a',
    'x',
    { 'Content-Length': String(tooMany) },
  ],
  ['too many bytes, on the way', '413 asset_too_large', 'filename=a', stream(tooMany)],
]

describe('nothing is left of an upload that is refused', () => {
  for (const [what, expected, query, body, headers = {}] of refused) {
    test(what, async () => {
      const { upload, ask, space } = await openAssets()
      expect(verdict(await upload('owner', body as string, query, headers as Record<string, string>))).toBe(
        expected,
      )
      expect((await ask('owner', 'GET', '/assets')).body.count).toBe(0)
      const { store, uploads } = space.files
      expect(await Array.fromAsync(store.list())).toEqual([])
      expect(existsSync(uploads.folder) ? readdirSync(uploads.folder) : []).toEqual([])
    })
  }
})

test('the content type of a download depends on its own file extension, not on other assets with the same bytes', async () => {
  const { add, ask, keys, upload, neighbourOwner, replace, show, space } = await openAssets()
  const bytes = 'a,b\n1,2\n'
  const other = { 'Content-Type': null }
  await neighbourOwner.send('POST', '/api/v1/assets?filename=a.json', bytes, other)
  const table = await add(bytes, 'filename=a.csv&id=table')
  const notes = await add(bytes, 'filename=a.md&id=notes')
  await show('page', { gallery: [{ id: 'table' }, { id: 'notes' }] })
  expect([table.contentType, notes.contentType]).toEqual(['text/csv', 'text/markdown'])
  const { list } = (await ask('owner', 'GET', '/assets?sort=filename')).body
  expect(list.map((doc: { contentType: string }) => doc.contentType)).toEqual(['text/csv', 'text/markdown'])
  const delivered = await readEntry(space, 'pictures', 'page')
  const gallery = delivered!.data.gallery as readonly { url: string; contentType: string }[]
  for (const [index, type] of ['text/csv', 'text/markdown'].entries()) {
    const { url, contentType } = gallery[index]!
    expect([contentType, (await space.request(url)).headers.get('Content-Type')]).toEqual([type, type])
  }
  const headers = { Authorization: `Bearer ${keys.D}` }
  const file = await space.request('/api/v1/assets/notes/file', { headers })
  expect(file.headers.get('Content-Type')).toBe('text/markdown')
  const renamed = await replace('owner', 'table', bytes, 'filename=a.txt')
  expect(renamed.body).toMatchObject({ rewritten: 1, doc: { contentType: 'text/plain' } })
  const again = await upload('owner', bytes, 'filename=a.zip')
  expect([again.status, again.body.doc]).toMatchObject([200, { id: 'notes', contentType: 'text/markdown' }])
})

test('what a file is called does not decide what it is', async () => {
  const { add, show, space } = await openAssets()
  const doc = await add('<!doctype html><script>alert(1)</script>', 'filename=a.png')
  expect(doc.contentType).toBe('application/octet-stream')
  await show('page', { cover: { id: doc.id } })
  const response = await space.request(doc.url)
  expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
  expect(response.headers.get('Content-Disposition')).toStartWith('attachment')
  expect(hashOf(await response.text())).toBe(doc.sha256)
  const text = await add('<!doctype html><script>alert(1)</script>', 'filename=a.txt&id=text')
  expect(text.contentType).toBe('application/octet-stream')
})
