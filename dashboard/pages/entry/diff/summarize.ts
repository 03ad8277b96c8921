// Summarizes a value in a few words for lists of changes. No React here.
import { toUnfinishedText } from '../../../fields/json/json-text.ts'
import { toWords } from '../../../fields/rich-text/rich-text-words.ts'
import { toValueText } from '../../../fields/value-text.ts'
import { type NamedAsset, toNamedAsset } from '../../../media/asset-value.ts'
import { describePoint } from '../../../media/focal-point.ts'
import type { FieldModel } from './changes.ts'
import type { Names } from './names.ts'

const lengthMax = 2000

/** Returns null if there is no value. */
export function summarize(field: FieldModel | null, value: unknown, names: Names): string | null {
  if (value === undefined || value === null || value === '') return null
  if (field?.many && Array.isArray(value)) {
    return value.map(one => summarizeOne(field, one, names)).join(', ')
  }
  return summarizeOne(field, value, names)
}

export function summarizeOne(field: FieldModel | null, value: unknown, names: Names): string {
  const text = toValueText(field, value)
  if (text !== null) return text
  if (!isObject(value)) return JSON.stringify(value)
  const unfinished = toUnfinishedText(value)
  if (unfinished !== null) return unfinished
  if (field?.type === 'reference' && typeof value.id === 'string') return names.entryOf(value.id)
  if (field?.type === 'asset') return summarizeAsset(value, names)
  const words = field?.type === 'richText' ? toWords(value) : ''
  return (words === '' ? JSON.stringify(value) : words).slice(0, lengthMax)
}

function summarizeAsset(value: Readonly<Record<string, unknown>>, names: Names): string {
  const named = toNamedAsset(value)
  if (named) return summarizeNamed(named, names)
  const { title, url } = value
  if (typeof title === 'string' && title !== '') return title
  const file = String(url ?? '').split(/[?#]/)[0]
  return file?.split('/').at(-1) || String(url ?? '')
}

/** Includes the properties that this use overrides: `dawn.png, alt text “Dawn”`. */
function summarizeNamed({ id, title, alt, focalPoint }: NamedAsset, names: Names): string {
  return [
    names.assetOf(id),
    title ? `title “${title}”` : '',
    alt ? `alt text “${alt}”` : alt === '' ? 'decorative' : '',
    focalPoint ? `focal point ${describePoint(focalPoint)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
