// Decides which references of an entry are served: those to entries that their fields may refer to, and those to entries
// that do not exist yet.

import type { Field } from '../values/model.ts'
import type { ReferenceBinder } from './entry-content.ts'

/** A reference without an existing target. It is stored, and resolves once the entry exists. */
export interface DanglingReference {
  readonly entry: string
  readonly field: string
  /** The target of the reference: an id, or collection/slug if a file wrote it so. */
  readonly to: string
}

/** Finds the collection of an entry by its id. */
export interface EntryLookup {
  get(id: string): { readonly collection: string } | undefined
}

/** A reference to an entry that its field does not allow. */
export interface ForbiddenTarget {
  readonly field: string
  /** The id of the entry. */
  readonly target: string
  readonly what: string
}

export interface BindingListener {
  readonly onDangling: (dangling: DanglingReference) => void
  readonly onForbidden: (forbidden: ForbiddenTarget) => void
}

/**
 * Returns a binder that reports each error once per field. A forbidden reference is stored as written and served as null.
 */
export function bindReferences(
  entry: string,
  entries: EntryLookup,
  listener?: BindingListener,
): ReferenceBinder {
  const reported = new Set<string>()
  const report = (field: Field, id: string, tell: () => void) => {
    const key = `${field.apiName} ${id}`
    if (!reported.has(key)) tell()
    reported.add(key)
  }
  return (id, field) => {
    const target = entries.get(id)
    if (target === undefined) {
      if (listener) report(field, id, () => listener.onDangling({ entry, field: field.apiName, to: id }))
      return id
    }
    if (field.to === undefined || field.to.includes(target.collection)) return id
    if (listener) report(field, id, () => listener.onForbidden(toForbidden(field, id, target)))
    return null
  }
}

function toForbidden(
  field: Field,
  target: string,
  { collection }: { readonly collection: string },
): ForbiddenTarget {
  const allowed = field.to?.join(' or ')
  const what = `The field "${field.apiName}" refers to ${target} of ${collection}, but may refer to ${allowed} only: no reference is served.`
  return { field: field.apiName, target, what }
}
