// Files that were downloaded with an export: which assets they become, and how fields name them.
import { expect, test } from 'bun:test'
import { convertContentful } from '../../../src/import-export/formats/contentful/contentful.ts'
import type { ChangedPolicy } from '../../../src/import-export/formats/format.ts'
import {
  asset,
  contentType,
  draft,
  english,
  entry,
  field,
  file,
  link,
  localEntry,
  locale,
  type Part,
  space,
} from './space-builder.ts'

const contentTypes = [
  contentType('post', [
    field('pic', 'Link', { linkType: 'Asset' }),
    field('pics', 'Array', { items: { type: 'Link', linkType: 'Asset' } }),
  ]),
]
const [german, austrian] = [locale('de', { fallbackCode: 'en' }), locale('de-AT', { fallbackCode: 'de' })]

/** `downloaded` are the paths in the folder. */
function convert(parts: Part, downloaded: readonly string[], changed: ChangedPolicy = 'latest') {
  const { records, losses } = convertContentful(space({ contentTypes, ...parts }), {
    ...{ changed, oddities: [] },
    hasFile: path => downloaded.includes(path),
  })
  return {
    assets: records.filter(record => record.type === 'asset'),
    entries: records.filter(record => record.type === 'entry'),
    losses: losses.map(({ where, what }) => `${where}: ${what}`),
  }
}

const path = (name: string) => `assets.example/${name}.png`
const pics = (...ids: string[]) => ({ pics: ids.map(id => link(id, 'Asset')) })

test('a linked asset becomes one of the space, with its file name, title and description', () => {
  const { assets, entries, losses } = convert(
    {
      entries: [entry('e', 'post', { pic: link('1', 'Asset'), ...pics('1', '2') })],
      assets: [
        asset('1', {
          description: { en: 'A harbour' },
          file: { en: file('1', { fileName: 'Harbour 1.png' }) },
        }),
        asset('2'),
        asset('unlinked'),
      ],
    },
    ['1', '2', 'unlinked'].map(path),
  )
  expect(assets).toEqual([
    {
      type: 'asset',
      id: '1',
      file: path('1'),
      filename: 'Harbour 1.png',
      title: 'Picture 1',
      alt: 'A harbour',
    },
    { type: 'asset', id: '2', file: path('2'), filename: '2.png', title: 'Picture 2', alt: null },
  ])
  expect(entries[0]?.liveData).toEqual({ pic: { id: '1' }, pics: [{ id: '1' }, { id: '2' }] })
  expect(losses.join()).not.toContain('Descriptions and file names')
})

test('the path of a file is its host and path, decoded, and never leads out of the folder', () => {
  const at = (url: string, downloaded: string) =>
    convert(
      {
        entries: [entry('e', 'post', { pic: link('1', 'Asset') })],
        assets: [asset('1', { file: { en: file('1', { url }) } })],
      },
      [downloaded],
    ).assets[0]?.file
  expect(at('//images.example/a/b%20c/%C3%A9.png?x=1', 'images.example/a/b c/é.png')).toBe(
    'images.example/a/b c/é.png',
  )
  expect(at('https://a.example/%2e%2e%2f%2e%2e/x', 'a.example/../../x')).toBeUndefined()
  expect(at('https://a.example/%2fetc/..%2fx', 'a.example//etc/../x')).toBeUndefined()
  expect(at('https://a.example/%ff', 'a.example/%ff')).toBeUndefined()
})

test('texts of another locale belong to the use, and another file is an asset of its own', () => {
  const words = { title: { en: 'Sea', de: 'Meer' }, description: { en: 'Waves', de: 'Wellen' } }
  const { assets, entries } = convert(
    {
      locales: [english, german, austrian],
      entries: [localEntry('e', 'post', { pic: { en: link('1', 'Asset') }, pics: { en: pics('2').pics } })],
      assets: [
        asset('1', { ...words, file: { en: file('1'), de: file('1') } }),
        asset('2', { ...words, file: { en: file('2'), de: file('2-de') } }),
      ],
    },
    ['1', '2', '2-de'].map(path),
  )
  expect(assets.map(({ id, file: stored, title, alt }) => [id, stored, title, alt])).toEqual([
    ['1', path('1'), 'Sea', 'Waves'],
    ['2', path('2'), 'Sea', 'Waves'],
    ['2:de', path('2-de'), 'Meer', 'Wellen'],
  ])
  const own = { pic: { id: '1', title: 'Meer', alt: 'Wellen' }, pics: [{ id: '2:de' }] }
  expect(entries[0]).toMatchObject({
    liveData: { pic: { id: '1' }, pics: [{ id: '2' }] },
    variants: { de: own, 'de-AT': own },
  })
})

test('drafts are stored and linked nowhere, what is archived is neither', () => {
  const parts = {
    entries: [entry('e', 'post', pics('draft', 'archived', 'changed'))],
    assets: [
      asset('draft', {}, draft),
      asset('archived', {}, { version: 5, publishedVersion: 4, archivedVersion: 4 }),
      asset('changed', {}, { version: 9, publishedVersion: 4 }),
      asset('unlinked', {}, draft),
    ],
  }
  const downloaded = ['draft', 'archived', 'changed', 'unlinked'].map(path)
  const latest = convert(parts, downloaded)
  expect(latest.assets.map(({ id }) => id).sort()).toEqual(['changed', 'draft', 'unlinked'])
  expect(latest.entries[0]?.liveData).toEqual({ pics: [{ id: 'changed' }] })
  const held = convert(parts, downloaded, 'draft')
  expect(held.assets.map(({ id }) => id).sort()).toEqual(['changed', 'draft', 'unlinked'])
  expect(held.entries[0]?.liveData).toEqual({ pics: [] })
})

test('a file that was not downloaded is named by its address, which is reported once', () => {
  const { assets, entries, losses } = convert(
    {
      locales: [english, german],
      entries: [entry('e', 'post', { pic: link('1', 'Asset'), ...pics('1') })],
      assets: [asset('1', { title: { en: 'Sea', de: 'Meer' } })],
    },
    [],
  )
  expect(assets).toEqual([])
  expect(entries[0]?.liveData).toMatchObject({ pic: { url: 'https://assets.example/1.png', title: 'Sea' } })
  expect(losses.filter(loss => loss.startsWith('1: '))).toEqual([
    '1: The file of the asset is not in the folder that --assets names, or is empty, damaged or an error page there: the content has its address at Contentful.',
  ])
})

test('ids that do not fit are fitted, and long texts are cut', () => {
  const long = 'x'.repeat(126)
  const { assets, losses } = convert(
    {
      locales: [english, german],
      entries: [entry('e', 'post', pics(long, '_a'))],
      assets: [
        asset(long, { file: { en: file('1'), de: file('2') }, description: { en: 'y'.repeat(600) } }),
        asset('_a', { file: { en: file('3') } }),
      ],
    },
    ['1', '2', '3'].map(path),
  )
  const ids = assets.map(({ id }) => id)
  expect(ids).toEqual([long, 'x_a', expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(assets[0]?.alt).toBe('y'.repeat(500))
  expect(losses.join()).toContain('more than 500 characters was cut')
})
