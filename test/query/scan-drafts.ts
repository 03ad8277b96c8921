// Evaluates a query over the drafts of a test's space, as it is written in an address.
import { readModels } from '../../src/content/model/collections.store.ts'
import { parseSearch } from '../../src/content/values/query-text.ts'
import { query, type Reads } from '../../src/database/database.ts'
import { splitSearch } from '../../src/http/request-url.ts'
import { bindSelection } from '../../src/query/bind/bind-selection.ts'
import { SpaceModel } from '../../src/query/bind/space-model.ts'
import { parseListParameters } from '../../src/query/parse/parse-parameters.ts'
import { createDraftSource } from '../../src/query/scan/draft-source.ts'
import { Pace } from '../../src/query/scan/pace.ts'
import { type ScanLimits, scanLimits } from '../../src/query/scan/scan-costs.ts'
import { scanEntries } from '../../src/query/scan/scan-entries.ts'
import type { TestSpace } from '../kit/app/test-space.ts'

interface ScanOptions {
  readonly limits?: Partial<ScanLimits>
  /** By default, the query pauses rarely. */
  readonly pace?: Pace
}

/** `path` is `/content/COLLECTION?QUERY`. Entries that were never live come first, as in previews. */
export async function scanDrafts(
  space: Pick<TestSpace, 'database' | 'space'>,
  path: string,
  { limits = {}, pace = new Pace(new AbortController().signal) }: ScanOptions = {},
): Promise<readonly string[]> {
  const [, name = '', search = ''] = /^\/content\/([^?]*)(?:\?(.*))?$/s.exec(path)!
  return space.database.snapshot(space.space, async reads => {
    const model = new SpaceModel(await readModels(reads, space.space))
    const { parameters } = parseListParameters(splitSearch(search), parseSearch)
    if (parameters === null) return listIds(reads, space, name)
    const { selection, errors } = bindSelection(parameters, model.find(name)!, model)
    if (parameters.errors.length + errors.length > 0) throw new Error(`${path} is no query`)
    const variant = selection?.variant ?? null
    return scanEntries(await listIds(reads, space, name), {
      selection: selection ?? { filter: [], any: [], not: [], sort: [] },
      model,
      source: createDraftSource({ reads, space: space.space, variant, pace }),
      pace,
      limits: { ...scanLimits, ...limits },
    })
  })
}

async function listIds(
  reads: Reads,
  { space }: Pick<TestSpace, 'space'>,
  collection: string,
): Promise<readonly string[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry')
      .select(['id', 'published_at'])
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('archived_at', 'is', null),
  )
  const timeOf = (row: { readonly published_at: number | null }) =>
    row.published_at ?? Number.MAX_SAFE_INTEGER
  return rows.sort((a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}
