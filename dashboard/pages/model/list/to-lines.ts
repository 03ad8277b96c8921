// Exports collections as lines of NDJSON for `frontlist import`. No React here.
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'

export function toLines(collections: readonly CollectionModelView[]): string {
  return collections.map(toLine).join('')
}

function toLine(collection: CollectionModelView): string {
  const { entries: _, live: _live, modelVersion: _version, kind: _kind, ...model } = collection
  return `${JSON.stringify({ type: 'collection', ...model })}\n`
}
