// Builds query indexes that are missing or behind, with progress, and derives what is missing of drafts: after the migrations
// that added them.
import { listSpaces } from '../accounts/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { catchUpQueryIndexes } from '../content/index-catch-up.ts'
import type { Database } from '../database/database.ts'
import { catchUpDrafts } from '../drafts/draft-catch-up.ts'
import { createProgress } from './progress.ts'

/** Returns the slugs of the spaces that this concerned. */
export async function buildMissingIndexes(database: Database): Promise<readonly string[]> {
  const progress = createProgress(process.stderr, systemClock)
  try {
    await catchUpDrafts(database, () => listSpaces(database.reads), systemClock)
    return await catchUpQueryIndexes(database, () => listSpaces(database.reads), progress.show)
  } finally {
    progress.clear()
  }
}
