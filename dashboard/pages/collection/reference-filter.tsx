// Filters the list by a referenced entry, which the user chooses among the allowed targets.
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { EntrySelect } from '../../parts/entries/entry-select.tsx'
import type { ListLocation } from './list-address.ts'

/** Returns null if the collection has no references, and an empty list if one of them allows any collection. */
export function listTargets(collection: CollectionModelView): readonly string[] | null {
  const references = collection.fields.filter(({ type }) => type === 'reference')
  if (references.length === 0) return null
  return references.some(({ to }) => to === undefined)
    ? []
    : [...new Set(references.flatMap(({ to }) => to ?? []))]
}

interface ReferenceFilterProps {
  readonly location: ListLocation
  readonly targets: readonly string[]
}

export function ReferenceFilter({ location: { address, change }, targets }: ReferenceFilterProps) {
  return (
    <EntrySelect
      label="Refers to"
      anything="Refers to anything"
      collections={targets}
      value={address.references}
      onChange={references => change({ references })}
    />
  )
}
