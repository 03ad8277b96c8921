// Which values name assets: links in documents of rich text, beside asset fields and Portable Text.
import { expect, test } from 'bun:test'
import { listAssetNames, namesAsset } from '../../src/content/fields/field-values.ts'
import { replaceAssetNames } from '../../src/content/values/asset-value.ts'
import type { Field, Json } from '../../src/content/values/model.ts'

const any: Field = { apiName: 'f', type: 'richText' }
const linkTo = (id: Json, fields?: Json): Json => ({
  sys: { type: 'Link', linkType: 'Asset', id },
  ...(fields !== undefined && { fields }),
})
const document = (target: Json): Json => ({
  ...{ nodeType: 'document', data: {} },
  content: [{ nodeType: 'embedded-asset-block', data: { target }, content: [] }],
})

test.each<[string, Json]>([
  ['an object with an id', { id: 'a' }],
  ['a list of objects with ids', [{ id: 'a' }]],
  ['a link outside of a document', { data: { target: linkTo('a') } }],
  ['a link to an entry', document({ sys: { type: 'Link', linkType: 'Entry', id: 'a' } })],
  ['a link with a malformed id', document(linkTo('../a'))],
  ['a link whose file has an address', document(linkTo('a', { file: { url: 'https://example.org/a.png' } }))],
])('rich text that holds %s names no asset', (_, value) => {
  expect(namesAsset(any, value)).toBe(false)
  expect(listAssetNames([any], { data: { f: value }, variants: {} })).toEqual([])
})

test('of a list of documents the links are names, and what looks like one beside them is not', () => {
  const many = { ...any, many: true }
  const value = [document(linkTo('sea', { description: 'Calm' })), { id: 'other' }]
  expect(listAssetNames([many], { data: {}, variants: { vip: { f: value } } })).toEqual(['sea'])
  const replaced = replaceAssetNames(value, ({ id }) => ({ id, url: '/x' })) as readonly Json[]
  expect(replaced[0]).toMatchObject({ content: [{ data: { target: { fields: { file: { url: '/x' } } } } }] })
  expect(replaced[1]).toEqual({ id: 'other' })
})

test('a link to an asset that does not exist stays as it is', () => {
  const value = document(linkTo('gone'))
  expect(replaceAssetNames(value, () => null)).toEqual(value)
})
