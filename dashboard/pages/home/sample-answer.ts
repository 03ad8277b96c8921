// What the first request's answer looks like, with the names that the collection really has.
import type { CollectionView } from '../../../src/authoring/entries.schema.ts'

const fieldsShown = 3

/** JSON but for the values, which are left out as `…`. */
export function toSampleAnswer({ apiName, fields, live }: CollectionView): string {
  const shown = fields.slice(0, fieldsShown).map(field => `"${field.apiName}": …`)
  const data = fields.length > fieldsShown ? [...shown, '…'] : shown
  if (live === 0) return '{\n  "list": [],\n  "count": 0,\n  "pagesCount": 0\n}'
  return `{
  "list": [
    {
      "id": …,
      "slug": …,
      "collection": "${apiName}",
      …
      "data": { ${data.join(', ')} }
    }
  ],
  "count": ${live},
  "pagesCount": ${live}
}`
}
