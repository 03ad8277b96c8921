// What references mean among the entries that there are: which id, and whether the field may refer to it.

import type { EntryPath } from './address-index.ts'
import type { ReferenceBinder } from './compile-entry.ts'
import type { ReferenceValue } from './field-values.ts'
import type { Field } from './model.ts'

/** A reference whose target does not exist; it is kept, and resolves once there is such an entry. */
export interface DanglingReference {
  readonly entry: string
  readonly field: string
  /** What it refers to: an id, or collection/slug. */
  readonly to: string
}

/** Where an entry stands, and which one stands at an address. */
export interface AddressIndex {
  get(id: string): EntryPath | undefined
  idAt(collection: string, slug: string): string | undefined
}

/** A reference to an entry that its field may not refer to. */
export interface ForbiddenTarget {
  readonly field: string
  /** The id of the entry that it means. */
  readonly target: string
  readonly what: string
}

export interface BindingListener {
  readonly onDangling: (dangling: DanglingReference) => void
  readonly onForbidden: (forbidden: ForbiddenTarget) => void
}

/** Each fault is told once for a field. What may not be referred to is kept as written, and served as nothing. */
export function bindReferences(
  entry: string,
  whereabouts: AddressIndex,
  listener: BindingListener,
): ReferenceBinder {
  let told: Set<string> | null = null
  return (reference, field) => {
    const bySlug = !('id' in reference)
    const id = bySlug ? (whereabouts.idAt(reference.collection, reference.slug) ?? null) : reference.id
    const target = id === null ? undefined : whereabouts.get(id)
    if (target && mayReferTo(field, target)) return { id, settled: !bySlug }
    const to = toText(reference)
    told ??= new Set()
    const isNew = !told.has(`${field.apiName} ${to}`)
    told.add(`${field.apiName} ${to}`)
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
