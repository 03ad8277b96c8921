// SQL statements that read the draft versions that a change of their model keeps: earlier forms, and scheduled versions.
import { type ExpressionBuilder, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, textPairs, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Values } from '../values/model.ts'

/** The form of a version before a change of its model, and the time until which it is kept, in milliseconds since 1970. */
export interface EarlierForm {
  readonly until: number
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

function isVersionOf(versions: ReadonlyMap<string, number>) {
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  return ({ eb, refTuple, selectFrom }: ExpressionBuilder<Schema, 'entry_version'>) =>
    eb(
      refTuple('entry', 'draft_version'),
      'in',
      selectFrom(textPairs(pairs).as('pair'))
        .select(['pair.key', sql<number>`cast(pair.value as integer)`.as('version')])
        .$asTuple('key', 'version'),
    )
}

/** Reads the contents that are kept until exactly this time. */
export async function readKeptUntil(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
  until: number,
) {
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'data', 'variants'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('kept_until', '=', until)
    .where('data', 'is not', null)
    .execute()
}

/** Reads the contents of these versions, by entry. The newest version has none, because its content is in the draft. */
export async function readVersionContents(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
) {
  if (versions.size === 0) return []
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'data', 'variants'])
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .where('data', 'is not', null)
    .execute()
}

/** Reads the forms of these versions before changes of their model, by entry. Only scheduled drafts have such forms. */
export async function readEarlierForms(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly EarlierForm[]>> {
  if (versions.size === 0) return new Map()
  const rows = await writes
    .selectFrom('entry_version')
    .select(['entry', 'earlier'])
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .where('earlier', 'is not', null)
    .execute()
  return new Map(rows.map(({ entry, earlier }) => [entry, JSON.parse(earlier!) as EarlierForm[]]))
}
