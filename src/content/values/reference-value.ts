// The form of a reference in values: an entry, by its id or by its collection and slug.
import { entryIdPattern, isJsonObject, type Json } from './model.ts'

/** Returns the reference in its stored form; undefined if it is none. */
export function readReference(value: Json): Json | undefined {
  if (!isJsonObject(value)) return undefined
  const keys = Object.keys(value).sort().join()
  const { id, collection, slug } = value
  if (keys === 'id') return typeof id === 'string' && entryIdPattern.test(id) ? { id } : undefined
  if (keys !== 'collection,slug' || typeof collection !== 'string' || typeof slug !== 'string')
    return undefined
  return { collection, slug: slug.normalize('NFC') }
}

/** The JSON Schema of {@link readReference}. */
export const referenceSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { id: { type: 'string', pattern: entryIdPattern.source } },
      required: ['id'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { collection: { type: 'string' }, slug: { type: 'string' } },
      required: ['collection', 'slug'],
      additionalProperties: false,
    },
  ],
} as const
