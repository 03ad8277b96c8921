// Binds references to existing entries: resolves each to an id, and checks whether the field may refer to it.

import type { ReferenceValue } from '../values/field-values.ts'
import type { Field } from '../values/model.ts'
import type { EntryPath } from './address-index.ts'
import type { ReferenceBinder } from './compile-entry.ts'

/** A reference without an existing target. It is stored, and resolves once the entry exists. */
export interface DanglingReference {
  readonly entry: string
  readonly field: string
  /** The target of the reference: an id, or collection/slug. */
  readonly to: string
}

/** Lookups from id to entry path, and back. */
export interface AddressIndex {
  get(id: string): EntryPath | undefined
  idAt(collection: string, slug: string): string | undefined
}

/** A reference to an entry that its field does not allow. */
export interface ForbiddenTarget {
  readonly field: string
  /** The id of the resolved entry. */
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
  addressIndex: AddressIndex,
  listener: BindingListener,
): ReferenceBinder {
  let seenKeys: Set<string> | null = null
  return (reference, field) => {
    const bySlug = !('id' in reference)
    const id = bySlug ? (addressIndex.idAt(reference.collection, reference.slug) ?? null) : reference.id
    const target = id === null ? undefined : addressIndex.get(id)
    if (target && mayReferTo(field, target)) return { id, settled: !bySlug }
    const to = toText(reference)
    seenKeys ??= new Set()
    const isNew = !seenKeys.has(`${field.apiName} ${to}`)
    seenKeys.add(`${field.apiName} ${to}`)
    if (!target) {
      if (isNew) listener.onDangling({ entry, field: field.apiName, to })
      return { id, settled: false }
    }
    if (isNew && id !== null)
      listener.onForbidden({ field: field.apiName, target: id, what: describe(field, target, to) })
    return { id: null, settled: false }
  }
}

function mayReferTo(field: Field, target: EntryPath): boolean {
  return field.to === undefined || field.to.includes(target.collection)
}

function describe(field: Field, target: EntryPath, to: string): string {
  const allowed = field.to?.join(' or ')
  return `The field "${field.apiName}" refers to ${to} of ${target.collection}, but may refer to ${allowed} only: no reference is served.`
}

function toText(reference: ReferenceValue): string {
  return 'id' in reference ? reference.id : `${reference.collection}/${reference.slug}`
}
