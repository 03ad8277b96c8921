// Experiences as overlays: each variant of each component is an overlay of its baseline or a loss, never nothing.
import { expect, test } from 'bun:test'
import { convertSpace, lossesAt } from './conversion.ts'
import {
  contentType,
  draft,
  english,
  entry,
  field,
  link,
  localEntry,
  locale,
  type Part,
  published,
} from './space-builder.ts'

const contentTypes = [
  contentType('hero', [
    field('title', 'Symbol', { localized: true }),
    field('text', 'Text'),
    field('slug', 'Symbol'),
    field('nt_experiences', 'Array', { items: { type: 'Link', linkType: 'Entry' } }),
  ]),
  contentType('banner', [field('title', 'Symbol')]),
  contentType('nt_experience', [field('nt_experience_id', 'Symbol'), field('nt_config', 'Object')]),
]
const component = (baseline: string, ...variants: string[]): Part => ({
  baseline: { id: baseline },
  variants: variants.map(id => ({ id, hidden: id === '' })),
})
const experience = (components: unknown, more: Part = {}, sys: Part = published) =>
  entry('exp', 'nt_experience', { nt_config: { components, traffic: 1, distribution: [0, 1] }, ...more }, sys)
const base = { title: 'Base', text: 'T', slug: 'home', nt_experiences: [link('exp')] }
const baseline = entry('base', 'hero', base)
const variant = entry('var', 'hero', { title: 'Variant', text: 'V', slug: 'other', nt_experiences: [] })

function convertWith(...entries: Part[]) {
  const converted = convertSpace({
    contentTypes,
    entries,
    locales: [english, locale('de', { fallbackCode: 'en' })],
  })
  const found = converted.entries.find(record => record.id === 'base')
  return { converted, record: found, variants: found?.variants }
}

const overlay = { title: 'Variant', text: 'V', slug: 'other' }

test("a variant's values overlay the baseline, but its slug and its list of experiences stay", () => {
  const { converted, record, variants } = convertWith(
    experience([component('base', 'var')]),
    baseline,
    variant,
  )
  expect(variants).toEqual({ 'exp:1': overlay })
  expect(record).toMatchObject({ slug: 'home', liveData: { title: 'Base' } })
  expect(converted.losses.filter(line => !line.startsWith('file'))).toEqual([
    "nt_experience: Audiences, traffic and distribution are not evaluated (experiences: 1): allocation is the client's.",
  ])
  expect(converted.entries.map(one => [one.id, one.liveData !== undefined])).toContainEqual(['exp', true])
})

test('the number of a variant is its place in the component; places before it that make none still count', () => {
  const { converted, variants } = convertWith(experience([component('base', '', 'var')]), baseline, variant)
  expect(variants).toEqual({ 'exp:2': overlay })
  expect(lossesAt(converted, 'base')).toEqual([
    expect.stringMatching(/^Variant exp:1 is not imported.*hides/),
  ])
})

test('nt_experience_id names the variants, where it differs from the id of the entry', () => {
  const made = convertWith(
    experience([component('base', 'var')], { nt_experience_id: 'summer' }),
    baseline,
    variant,
  )
  expect(Object.keys(made.variants ?? {})).toEqual(['summer:1'])
})

const carried = experience([component('base', 'var')])

test.each<[string, Part[], string, RegExp]>([
  ['an empty id', [experience([component('base', '')]), baseline], 'exp:1', /hides/],
  [
    'a hidden variant',
    [experience([{ ...component('base'), variants: [{ id: 'var', hidden: true }] }]), baseline, variant],
    'exp:1',
    /hides/,
  ],
  ['no such entry', [experience([component('base', 'gone')]), baseline], 'exp:1', /gone is not in the file/],
  [
    'a draft for a variant',
    [carried, baseline, { ...variant, sys: { ...(variant.sys as Part), publishedVersion: null } }],
    'exp:1',
    /is a draft/,
  ],
  [
    'another type',
    [experience([component('base', 'ban')]), baseline, entry('ban', 'banner', { title: 'B' })],
    'exp:1',
    /content type banner/,
  ],
  [
    'a draft experience',
    [experience([component('base', 'var')], {}, draft), baseline, variant],
    'exp:1',
    /exp is a draft/,
  ],
  [
    'an archived experience',
    [experience([component('base', 'var')], {}, { version: 1, archivedVersion: 1 }), baseline, variant],
    'exp:1',
    /exp is archived/,
  ],
  [
    'a baseline that does not list it',
    [carried, entry('base', 'hero', { ...base, nt_experiences: [] }), variant],
    'exp:1',
    /does not list/,
  ],
  [
    'a variant without values',
    [experience([component('base', 'bare')]), baseline, entry('bare', 'hero', {})],
    'exp:1',
    /no values/,
  ],
  [
    'an id too long',
    [experience([component('base', 'var')], { nt_experience_id: 'x'.repeat(63) }), baseline, variant],
    `${'x'.repeat(63)}:1`,
    /does not fit/,
  ],
  [
    'an id with a comma',
    [experience([component('base', 'var')], { nt_experience_id: 'a,b' }), baseline, variant],
    'a,b:1',
    /does not fit/,
  ],
])('%s gets no overlay and is one loss', (_, entries, id, reason) => {
  const { converted, variants } = convertWith(...entries)
  expect(variants).toBeUndefined()
  const reported = lossesAt(converted, 'base').filter(line =>
    line.startsWith(`Variant ${id} is not imported: `),
  )
  expect(reported).toEqual([expect.stringMatching(reason)])
})

test.each<[string, unknown, string]>([
  ['an inline variable', [{ type: 'InlineVariable', key: 'k', variants: [{ value: 1 }] }], 'InlineVariable'],
  ['no baseline', [{ variants: [{ id: 'var' }] }], 'without an id'],
  ['components that are no list', { a: 1 }, 'nt_config'],
])('%s is reported at the experience', (_, components, reason) => {
  const { converted, variants } = convertWith(experience(components), baseline, variant)
  expect(variants).toBeUndefined()
  expect(lossesAt(converted, 'exp')).toEqual([expect.stringContaining(reason)])
})

test('a baseline that is not in the file is reported', () => {
  const { converted } = convertWith(experience([component('gone', 'var')]), variant)
  expect(lossesAt(converted, 'gone')).toEqual([expect.stringContaining('gone is not in the file')])
})

test('the same variant of the same baseline twice: the first stands', () => {
  const second = entry('second', 'hero', { title: 'Second' })
  const both = experience([component('base', 'var'), component('base', 'second')])
  const { converted, variants } = convertWith(both, baseline, variant, second)
  expect(variants).toEqual({ 'exp:1': overlay })
  expect(lossesAt(converted, 'base')).toEqual([expect.stringContaining('has its id')])
})

test('fields that the variant leaves empty, where Contentful shows nothing, are reported', () => {
  const { converted, variants } = convertWith(carried, baseline, entry('var', 'hero', { title: 'Variant' }))
  expect(variants).toEqual({ 'exp:1': { title: 'Variant' } })
  expect(lossesAt(converted, 'base')).toEqual([expect.stringContaining('no value for text, slug')])
})

test("a variant's other locales are reported; locales of the baseline stand beside the variant", () => {
  const fields = { title: { en: 'Variant', de: 'Variante' }, text: { en: 'V' }, slug: { en: 'other' } }
  const localBase = { title: { en: 'Base', de: 'Basis' }, nt_experiences: { en: [link('exp')] } }
  const { converted, variants } = convertWith(
    carried,
    localEntry('base', 'hero', localBase),
    localEntry('var', 'hero', fields),
  )
  expect(variants).toEqual({ de: { title: 'Basis' }, 'exp:1': overlay })
  expect(lossesAt(converted, 'base')).toEqual([expect.stringContaining('values in de are not imported')])
})
