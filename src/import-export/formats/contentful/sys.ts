// The parts of `sys` that are read from a content type, entry or asset. states.ts interprets them.
import { isObject, property, textOf } from '../../read/unknown-json.ts'

export interface Sys {
  readonly version: number | null
  readonly publishedVersion: number | null
  readonly revision: number | null
  readonly archived: boolean
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly updatedAt: string | null
  /** Locale-based publishing: `published`, `changed` or `draft` by locale code. */
  readonly localeStatus: ReadonlyMap<string, string>
}

/** Reads `sys` from any value. Missing properties and those of another type are null. */
export function toSys(item: unknown): Sys {
  const sys = property(item, 'sys')
  const statuses = property(sys, 'fieldStatus', '*')
  const archivedVersion = property(sys, 'archivedVersion')
  return {
    version: numberOf(property(sys, 'version')),
    publishedVersion: numberOf(property(sys, 'publishedVersion')),
    revision: numberOf(property(sys, 'revision')),
    archived: (archivedVersion ?? property(sys, 'archivedAt') ?? null) !== null,
    publishedAt: textOf(property(sys, 'publishedAt')),
    firstPublishedAt: textOf(property(sys, 'firstPublishedAt')),
    updatedAt: textOf(property(sys, 'updatedAt')),
    localeStatus: new Map(
      (isObject(statuses) ? Object.entries(statuses) : []).flatMap(([code, status]) =>
        typeof status === 'string' ? [[code, status] as const] : [],
      ),
    ),
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
