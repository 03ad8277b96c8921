// The type `reference`: an entry, by its id or by its collection and slug.
import { type Field, isJsonObject, type Json, referencesPerFieldMax } from '../values/model.ts'
import { readReference } from '../values/reference-value.ts'
import type {
  FieldTypeDefinition,
  ReferenceValue,
  RuleChecker,
  StoredReference,
  StoredValue,
} from './field-type.ts'
import { parseExact } from './query-facts.ts'

export const reference: FieldTypeDefinition = {
  properties: ['to', 'link'],
  expectation: ({ to }) => `{ "id" } or { "collection", "slug" }${to ? `, to ${to.join(' or ')}` : ''}`,
  read: readTarget,
  findListError: ({ length }) =>
    length > referencesPerFieldMax
      ? `has ${length} references; ${referencesPerFieldMax} is the maximum`
      : null,
  checkRules: checkTarget,
  mapReferences(value, field, pointer, replace) {
    // The references of a list are inserted together.
    const holder = { field, place: pointer, path: [], isLink: field.link === true }
    const replaceOne = (to: Json, at: string) => replace(to as ReferenceValue, at, holder)
    if (!field.many || !Array.isArray(value)) return replaceOne(value, pointer)
    return (value as readonly Json[]).map((to, index) => replaceOne(to, `${pointer}/${index}`))
  },
  query: {
    operators: ['eq', 'ne', 'in', 'nin', 'exists'],
    isFacetable: true,
    refers: true,
    parse: parseExact,
  },
  convert: (item, { from }) => (from.type === 'json' ? item : undefined),
}

/**
 * Checks the form of a reference. If `to` names collections, a reference by slug must name one of them. The importer checks
 * references by id, because it knows the target.
 */
function readTarget(value: Json, { to }: Field): StoredValue {
  const read = readReference(value) as ReferenceValue | undefined
  return read === undefined || 'id' in read || !to || to.includes(read.collection) ? read : undefined
}

/** Reports a reference to an entry that is missing, archived, not published, or of another collection. */
export function checkTarget(value: Json, { to }: Field, path: string, checker: RuleChecker): void {
  if (checker.lookups === null || !isReference(value)) return
  const target = checker.lookups.findTarget(value)
  if (target === null)
    checker.add(path, 'target_missing', 'refers to an entry that does not exist', 'warning')
  else if (to && !to.includes(target.collection)) {
    const message = `refers to an entry of ${target.collection}; allowed: ${to.join(', ')}`
    checker.add(path, 'target_not_allowed', message)
  } else if (target.state === 'archived') {
    checker.add(path, 'target_archived', 'refers to an archived entry', 'warning')
  } else if (target.state === 'draft') {
    checker.add(path, 'target_not_live', 'refers to an entry that is not published', 'warning')
  }
}

function isReference(value: Json): value is StoredReference {
  return isJsonObject(value) && typeof value.id === 'string'
}
