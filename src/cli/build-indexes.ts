// Builds query indexes that are missing or outdated, with progress, and derives missing columns of drafts, after the
// migrations that added them.
import { listSpaces } from '../accounts/spaces/spaces.store.ts'
import { systemClock } from '../base/clock.ts'
import { catchUpQueryIndexes } from '../content/index/index-catch-up.ts'
import type { Database } from '../database/database.ts'
import { catchUpDrafts } from '../entries/drafts/draft-catch-up.ts'
import { renewWords } from '../entries/drafts/renew-words.ts'
import { createProgress } from './terminal/progress.ts'

/** Returns the slugs of the spaces that were updated. */
export async function buildMissingIndexes(database: Database): Promise<readonly string[]> {
  const progress = createProgress(process.stderr, systemClock)
  try {
    await catchUpDrafts(database, () => listSpaces(database.reads), systemClock)
    const spaces = () => listSpaces(database.reads)
    const behind = await catchUpQueryIndexes(database, spaces, progress.show)
    return [...new Set([...behind, ...(await renewWords(database, spaces, progress.show))])]
  } finally {
    progress.clear()
  }
}
