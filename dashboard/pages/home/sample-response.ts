// Generates a sample response of the first request with the collection's real field names.
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'

const fieldsShown = 3

/** Returns JSON with `…` in place of values. */
export function toSampleResponse({ apiName, fields, live }: CollectionModelView): string {
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
