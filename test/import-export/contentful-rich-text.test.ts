// Assets that stand only inside rich text of Contentful: through import, delivery, management, export and conversion.
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
import {
  asset,
  contentType,
  draft,
  english,
  field,
  file,
  link,
  localEntry,
  locale,
  type Part,
  space as toSpace,
} from './contentful/space-builder.ts'

setDefaultTimeout(longTestMs)

interface LinkFields {
  readonly title: string | null
  readonly description: string | null
  readonly file: { readonly url: string; readonly fileName: string; readonly contentType: string }
}
interface Node {
  readonly nodeType: string
  readonly content: readonly Node[]
  readonly data: { readonly target?: Part & { readonly fields?: LinkFields } }
}
interface Served {
  readonly body: Node
  readonly fixed: Node
}

const words = (value: string): Part => ({ nodeType: 'text', value, marks: [], data: {} })
const paragraph = (...content: Part[]): Part => ({ nodeType: 'paragraph', data: {}, content })
const embedded = (id: string): Part => ({
  ...{ nodeType: 'embedded-asset-block', content: [] },
  data: { target: link(id, 'Asset') },
})
const linked = (id: string, text: string): Part => ({
  ...{ nodeType: 'asset-hyperlink', content: [words(text)] },
  data: { target: link(id, 'Asset') },
})
const document = (...content: Part[]): Part => ({ nodeType: 'document', data: {}, content })
const entryLink: Part = {
  ...{ nodeType: 'embedded-entry-block', content: [] },
  data: { target: link('other') },
}

function exported(): Part {
  const text = { de: file('terms', { url: '//assets.example/agb.txt', fileName: 'agb.txt' }) }
  const terms = { url: '//assets.example/terms.txt', fileName: 'terms.txt', contentType: 'text/plain' }
  return toSpace({
    locales: [english, locale('de', { fallbackCode: 'en' })],
    contentTypes: [
      contentType('post', [
        field('body', 'RichText', { localized: true }),
        // Its links are the same in each locale; the assets that they lead to are not.
        field('fixed', 'RichText'),
      ]),
    ],
    entries: [
      localEntry('shown', 'post', {
        body: {
          en: document(
            paragraph(words('See '), linked('terms', 'the terms'), words('.')),
            embedded('sea'),
            entryLink,
          ),
          de: document(embedded('see')),
        },
        fixed: { en: document(embedded('sea'), paragraph(linked('secret', 'kept'))) },
      }),
      localEntry('draft-of-post', 'post', { body: { en: document(embedded('unused')) } }, draft),
    ],
    assets: [
      asset('sea', { description: { en: 'The sea', de: 'Das Meer' }, file: { en: file('sea') } }),
      asset('see', { title: { en: 'Only in German' } }),
      asset('terms', { file: { en: file('terms', terms), ...text } }),
      asset('unused'),
      asset('secret', {}, draft),
    ],
  })
}

const downloads = {
  'assets.example/sea.png': gif('sea'),
  'assets.example/see.png': gif('see'),
  'assets.example/terms.txt': 'Terms',
  'assets.example/agb.txt': 'Bedingungen',
  'assets.example/unused.png': gif('unused'),
  'assets.example/secret.png': gif('secret'),
}

async function setUp(assets: Record<string, string | Uint8Array> | null = downloads) {
  const folder = writeFolder(assets ?? {})
  const path = join(folder, 'export.json')
  writeFileSync(path, JSON.stringify(exported()))
  const space = await createTestSpace()
  const options = assets === null ? {} : { assets: folder }
  const run = async () =>
    importContent(space.database, space.space, await openSource(path, options), {
      ...{ clock: () => space.time.now, prune: false, dryRun: false, onProgress: () => {} },
      files: () => toImportFiles(space, folder),
    })
  const report = await run()
  const { request } = await openManagement(space)
  const read = async (query = ''): Promise<Served> => {
    const response = await space.get(`/content/post/shown${query}`)
    return ((await response.json()) as { doc: { data: Served } }).doc.data
  }
  const used = async (id: string) => {
    const { doc } = (await (await request('GET', `/assets/${id}`)).json()) as {
      doc: { live: boolean; url: string; usedBy: { id: string; paths: string[] }[] }
    }
    return doc
  }
  return { space, run, report, request, read, used }
}

const targetsIn = ({ data, content }: Node): NonNullable<Node['data']['target']>[] => [
  ...(data.target === undefined ? [] : [data.target]),
  ...content.flatMap(each => (each.content === undefined ? [] : targetsIn(each))),
]
const fieldsIn = (node: Node) => targetsIn(node).flatMap(({ fields }) => fields ?? [])

test('files that only rich text links to are stored and delivered with their words, in every locale, while the entry is live', async () => {
  const { space, run, report, request, read, used } = await setUp()
  expect(report.assets.created).toBe(5)
  expect(report.dangling).toEqual([])
  const { body, fixed } = await read()
  expect(fieldsIn(body)).toMatchObject([
    { title: 'Picture terms', description: null, file: { fileName: 'terms.txt', contentType: 'text/plain' } },
    {
      ...{ title: 'Picture sea', description: 'The sea' },
      file: { fileName: 'sea.png', contentType: 'image/gif', details: { image: { width: 1, height: 1 } } },
    },
  ])
  const german = await read('?variants=de')
  expect(fieldsIn(german.body)).toMatchObject([{ title: 'Only in German', file: { fileName: 'see.png' } }])
  expect(fieldsIn(fixed)).toMatchObject([{ description: 'The sea' }])
  expect(fieldsIn(german.fixed)).toMatchObject([{ description: 'Das Meer' }])
  for (const { file } of [...fieldsIn(body), ...fieldsIn(german.body)]) {
    expect([file.url, (await space.request(file.url)).status]).toEqual([file.url, 200])
  }
  const { url, usedBy } = await used('sea')
  expect(usedBy).toMatchObject([{ id: 'shown', paths: ['/data/body', '/data/fixed', '/variants/de/fixed'] }])
  // What is a draft at Contentful, and what only a draft links to, is not delivered.
  expect(JSON.stringify([fixed, german])).not.toContain('secret')
  expect(JSON.stringify(fixed)).toContain('"kept"')
  for (const id of ['unused', 'secret']) {
    const { live, url } = await used(id)
    expect([id, live, (await space.request(url)).status]).toEqual([id, false, 404])
  }
  expect(await run()).toMatchObject({ created: 0, changed: 0, assets: { changed: 0, unchanged: 5 } })
  await request('PATCH', '/assets/sea', { alt: 'A calm sea' })
  expect(fieldsIn((await read()).fixed)).toMatchObject([{ description: 'A calm sea' }])
  await request('POST', '/entries/shown/unpublish', {})
  expect((await space.request(url)).status).toBe(404)
})

test('a link in rich text to an entry whose id is not valid here has the id that the entry got', async () => {
  const path = join(writeFolder({}), 'export.json')
  const body = document({ ...entryLink, data: { target: link('no id!') } })
  const entries = [localEntry('a', 'post', { body: { en: body } }), localEntry('no id!', 'post', {})]
  writeFileSync(
    path,
    JSON.stringify(
      toSpace({
        locales: [english],
        contentTypes: [contentType('post', [field('body', 'RichText')])],
        entries,
      }),
    ),
  )
  const space = await createTestSpace()
  await importContent(space.database, space.space, await openSource(path, {}), {
    ...{ clock: () => space.time.now, prune: false, dryRun: false, onProgress: () => {} },
  })
  const { list } = (await (await space.get('/content/post')).json()) as {
    list: { id: string; data: { body: Node | null } }[]
  }
  const [shown, renamed] = ['a', 'no-id-'].map(id => list.find(each => each.id === id))
  expect(renamed).toBeDefined()
  expect(targetsIn(shown!.data.body!)).toEqual([link('no-id-')] as never)
})

test('links to entries in rich text stay as they are and are reported, and so is a link that had to go', async () => {
  const { report, read } = await setUp()
  expect(targetsIn((await read()).body)).toContainEqual(link('other'))
  const reported = report.losses
    .filter(({ field }) => field !== null || true)
    .map(({ kind, where }) => [kind, where])
  expect(reported).toContainEqual(['value_converted', 'post.body'])
  expect(reported).toContainEqual(['value_not_imported', 'secret'])
})

test('files that were not downloaded keep their address at Contentful, beside the link', async () => {
  const { report, read } = await setUp(null)
  expect(report.assets.created).toBe(0)
  const { body, fixed } = await read()
  expect(fieldsIn(body).map(({ file }) => file.url)).toEqual([
    'https://assets.example/terms.txt',
    'https://assets.example/sea.png',
  ])
  expect(fieldsIn(fixed)).toMatchObject([
    { title: 'Picture sea', description: 'The sea', file: { details: { size: 1234, image: { width: 40 } } } },
  ])
  expect(fieldsIn((await read('?variants=de')).fixed)).toMatchObject([{ description: 'Das Meer' }])
})

test.each([
  ['stored', downloads],
  ['at Contentful', null],
])(
  'as Portable Text an embedded file that is %s is an image, and words that link to another file are a link',
  async (_, assets) => {
    const { space, request, read } = await setUp(assets)
    const { doc } = (await (await request('GET', '/collections/post')).json()) as {
      doc: { modelVersion: number }
    }
    const change = { op: 'convertField', field: 'body', type: 'richText', format: 'portableText' }
    const response = await request('POST', '/collections/post/changes', {
      ...{ modelVersion: doc.modelVersion, acceptLosses: true, operations: [change] },
    })
    expect(response.status).toBe(200)
    const body = (await read()).body as unknown as {
      _type: string
      asset: Part
      markDefs: { href: string }[]
    }[]
    expect(body.map(({ _type }) => _type)).toEqual(['block', 'image', 'entry'])
    // It is not in the file.
    expect(body[2]).toMatchObject({ entry: null })
    const [text, image] = body
    const { href } = text!.markDefs[0]!
    if (assets === null) {
      expect(image!.asset).toMatchObject({ url: 'https://assets.example/sea.png', title: 'The sea' })
      expect(href).toBe('https://assets.example/terms.txt')
    } else {
      expect(image!.asset).toMatchObject({ id: 'sea', alt: 'The sea', contentType: 'image/gif' })
      expect((await space.request(href)).status).toBe(200)
    }
    const german = (await read('?variants=de')).body as unknown as { _type: string }[]
    expect(german).toMatchObject([{ _type: 'image', asset: { title: 'Only in German' } }])
  },
)
