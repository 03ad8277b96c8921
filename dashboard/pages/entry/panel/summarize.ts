// A value in a few words, as lists of changes show it. No React here.
import { toExactText } from '../../../parts/moment-text.ts'
import type { FieldModel } from './changes.ts'
import type { Names } from './names.ts'
import { toWords } from './rich-text-words.ts'

const lengthMax = 2000

/** Null where there is no value. */
export function summarize(field: FieldModel | null, value: unknown, names: Names): string | null {
  if (value === undefined || value === null || value === '') return null
  if (field?.many && Array.isArray(value)) {
    return value.map(one => summarizeOne(field, one, names)).join(', ')
  }
  return summarizeOne(field, value, names)
}

export function summarizeOne(field: FieldModel | null, value: unknown, names: Names): string {
  const option = field?.options?.find(one => one.value === value)
  if (option) return option.name
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return summarizeText(field, value)
  if (!isObject(value)) return JSON.stringify(value)
  if (field?.type === 'reference' && typeof value.id === 'string') return names.entryOf(value.id)
  if (field?.type === 'asset') return summarizeAsset(value, names)
  const words = field?.type === 'richText' ? toWords(value) : ''
  return (words === '' ? JSON.stringify(value) : words).slice(0, lengthMax)
}

function summarizeText(field: FieldModel | null, text: string): string {
  if (field?.type === 'dateTime' && !Number.isNaN(Date.parse(text))) return toExactText(text)
  return text
}

function summarizeAsset({ title, url, id }: Readonly<Record<string, unknown>>, names: Names): string {
  if (typeof id === 'string') return names.assetOf(id)
  if (typeof title === 'string' && title !== '') return title
  const file = String(url ?? '').split(/[?#]/)[0]
  return file?.split('/').at(-1) || String(url ?? '')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
