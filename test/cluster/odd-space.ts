// Generated spaces with the texts that engines order, fold and compare in ways of their own.
import fc from 'fast-check'
import { type GeneratedSpace, generatedSpace } from '../delivery/generated-space.ts'

/**
 * What sorts differently by UTF-16 than by code points, looks alike, changes under normalisation or in another case, is
 * written from the right, or has no width.
 */
export const oddTexts: readonly string[] = [
  '\uffff',
  '\ufffd',
  '\ue000',
  '\u{10ffff}',
  '🌊',
  '👩‍👩‍👧',
  'e\u0301',
  'é',
  'Ω',
  'Ω',
  'ſt',
  'ﬀ',
  'ß',
  'ẞ',
  'İ',
  'ı',
  'раypаl',
  'שלום',
  'مرحبا',
  '日本語',
  '\u200d',
  '\u00a0',
  '\u2028',
  'a',
  'B',
  'Z',
  '_',
  '~',
  '-',
  "'",
  '"',
  '\\',
  '%',
  '$1',
  '?',
]

const slugPattern = /^s(\d+)([\s\S]*)$/

/** The same for the same slug, and another for another: the number that made it one of its kind stays in it. */
export function toOddSlug(slug: string): string {
  const match = slugPattern.exec(slug)
  if (!match) return slug
  const [, number = '', rest = ''] = match
  const odd = oddTexts[(Number(number) * 11 + rest.length) % oddTexts.length]!
  return `${odd}${number}${rest}`
}

/** Slugs where they stand, in entries and in references; other texts now and then. */
function withOddities(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(item => withOddities(item, key))
  if (typeof value === 'string') return key === 'slug' ? toOddSlug(value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOddities(item, name)]))
}

export const oddSpace: fc.Arbitrary<GeneratedSpace> = generatedSpace.map(
  space => withOddities(space) as GeneratedSpace,
)

export const oddText = fc.constantFrom(...oddTexts)
