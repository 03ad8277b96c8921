// Finds the paths in a view whose field the model no longer has.
import { fieldPrefix, isOwnKey } from '../../content/model/query-model.ts'
import type { Field } from '../../content/values/model.ts'
import { conditionPattern, fieldColumnPrefix } from './views.schema.ts'

type Fields = readonly Pick<Field, 'apiName'>[]

interface Shown {
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
}

/** Returns what the model still has, and the names that it lacks, each once. */
export function leaveGoneFieldsOut(
  fields: Fields,
  { query, columns }: Shown,
): { query: Record<string, string>; columns: string[]; gone: string[] } {
  const gone = new Set<string>()
  const isThere = (path: string | null) => {
    if (path === null || hasField(fields, path)) return true
    gone.add(path)
    return false
  }
  const remaining = Object.entries(query).filter(([name, value]) => isThere(findPath(name, value)))
  return {
    query: Object.fromEntries(remaining),
    columns: columns.filter(
      name => !name.startsWith(fieldColumnPrefix) || isThere(name.slice(fieldColumnPrefix.length)),
    ),
    gone: [...gone],
  }
}

/** Returns the path that a parameter names in the model; null if it names none. */
function findPath(name: string, value: string): string | null {
  const [, condition] = conditionPattern.exec(name) ?? []
  if (condition !== undefined) return isOwnKey(condition) ? null : withoutPrefix(condition)
  if (name !== 'sort') return null
  const key = value.replace(/^-/, '')
  return key.startsWith(fieldPrefix) ? withoutPrefix(key) : null
}

function withoutPrefix(path: string): string {
  return path.startsWith(fieldPrefix) ? path.slice(fieldPrefix.length) : path
}

/** A name of a field may have dots, as paths do. */
function hasField(fields: Fields, path: string): boolean {
  return fields.some(({ apiName }) => path === apiName || path.startsWith(`${apiName}.`))
}
