// SQL statements that read what is staged of entries that will be live.
import type { Kysely } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { StageSchema } from './stage-tables.ts'

export async function readStagedPublications(writes: Writes, space: SpaceId, ids: readonly string[]) {
  const staged = writes as unknown as Kysely<StageSchema>
  const [publications, overlays] = [
    await staged.selectFrom('staged_publication').selectAll().where(isIn('entry', ids)).execute(),
    await staged.selectFrom('staged_variant').selectAll().where(isIn('entry', ids)).execute(),
  ]
  // They get their revision when they are written.
  const rest = { space, from_revision: 0 }
  return {
    publications: publications.map(row => ({ ...row, ...rest })),
    overlays: overlays.map(row => ({ ...row, ...rest })),
  }
}
