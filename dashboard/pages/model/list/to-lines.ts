// Exports collections and components as lines of NDJSON for `frontlist import`. No React here.
import type {
  CollectionModelView,
  ComponentModelView,
} from '../../../../src/authoring/models/models.schema.ts'

export function toLines(
  collections: readonly CollectionModelView[],
  components: readonly ComponentModelView[] = [],
): string {
  return [...components.map(toComponentLine), ...collections.map(toLine)].join('')
}

function toComponentLine(component: ComponentModelView): string {
  const { usedIn: _used, modelVersion: _version, kind, ...model } = component
  return `${JSON.stringify({ type: kind, ...model })}\n`
}

function toLine(collection: CollectionModelView): string {
  const {
    entries: _,
    archived: _archived,
    live: _live,
    modelVersion: _version,
    kind: _kind,
    ...model
  } = collection
  return `${JSON.stringify({ type: 'collection', ...model })}\n`
}
