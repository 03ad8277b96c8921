// Makes anew what an older version of Frontlist made of texts, by older rules of folding and of words: after the migration that
// says so of each space. Most spaces have no such text, and nothing is written there.
import type { SpaceId } from '../../base/ids.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { IndexProgress, SpaceToIndex } from '../../content/index/index-catch-up.ts'
import {
  listSearchedAssets,
  listSearchedDrafts,
  listSpacesWithOutdatedWords,
  setWordsRenewed,
} from '../../content/index/outdated-words.store.ts'
import { setModelRevision } from '../../content/index/query-index.store.ts'
import { updateQueryIndex } from '../../content/index/query-index.ts'
import {
  listLiveContents,
  type NumberedContent,
  readModelsToIndex,
} from '../../content/index/query-index-check.store.ts'
import { forgetIndexedModels } from '../../content/model/collections.store.ts'
import { parseValues } from '../../content/publish/entry-values.ts'
import { renewAssetSearch } from '../../content/tables/assets.store.ts'
import { type SearchState, setSearch } from '../../content/tables/entries.store.ts'
import { lockRevision, setRevision } from '../../content/tables/revision.store.ts'
import { hasDividedWords } from '../../content/values/document-text.ts'
import type { Field } from '../../content/values/model.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { toSearch } from './draft-row.ts'

const draftsPerPage = 500
const contentsPerPage = 50

/** Returns the slugs of the spaces whose query index was written anew. A process that is killed begins again. */
export async function renewWords(
  database: Database,
  listSpaces: () => Promise<readonly SpaceToIndex[]>,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<readonly string[]> {
  const ids = await listSpacesWithOutdatedWords(database.reads)
  if (ids.size === 0) return []
  const renewed: string[] = []
  for (const { id, slug } of (await listSpaces()).filter(space => ids.has(space.id))) {
    await eachPage(listSearchedDrafts, database, id, renewDrafts)
    await eachPage(listSearchedAssets, database, id, renewAssetSearch)
    const collections = await findOutdated(database, id)
    if (collections.length > 0) renewed.push(slug)
    await database.transaction(
      writes => reindex(writes, id, collections, done => onProgress({ space: slug, done })),
      id,
    )
  }
  return renewed
}

type ListPage<Row> = (
  reads: Reads,
  space: SpaceId,
  page: { readonly after: string; readonly limit: number },
) => Promise<Row[]>

/** Each page is a transaction, so that writers wait for none of them long. */
async function eachPage<Row extends { readonly id: string }>(
  list: ListPage<Row>,
  database: Database,
  space: SpaceId,
  renew: (writes: Writes, space: SpaceId, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    after = await database.transaction(async writes => {
      const rows = await list(readsWithin(writes), space, { after: from, limit: draftsPerPage })
      await renew(writes, space, rows)
      return rows.at(-1)?.id ?? null
    }, space)
  }
}

type SearchedDraft = Awaited<ReturnType<typeof listSearchedDrafts>>[number]

/** What is missing is derived by others. */
async function renewDrafts(writes: Writes, space: SpaceId, rows: readonly SearchedDraft[]): Promise<void> {
  const changed = new Map<string, SearchState>()
  for (const { id, title, slug, title_key: key, search } of rows) {
    const derived = toSearch(title, slug)
    if (search !== null && (derived.search !== search || derived.title_key !== key)) changed.set(id, derived)
  }
  await setSearch(writes, space, changed)
}

/** The collections with live text of which the terms are others now. */
async function findOutdated(database: Database, space: SpaceId): Promise<string[]> {
  const models = await database.snapshot(space, reads => readModelsToIndex(reads, space))
  const fields = new Map(models.map(model => [model.apiName, model.fields.filter(isRichText)]))
  const found = new Set<string>()
  for (let after = ''; ; ) {
    const page = { after, limit: contentsPerPage }
    const contents = await database.snapshot(space, reads => listLiveContents(reads, space, page))
    for (const content of contents) {
      const { collection } = content
      if (!found.has(collection) && isOutdated(content, fields.get(collection) ?? [])) found.add(collection)
    }
    const last = contents.at(-1)
    if (!last) return [...found]
    after = last.id
    await yieldToEventLoop()
  }
}

function isRichText({ type }: Field): boolean {
  return type === 'richText'
}

/** Hebrew and Arabic, their forms for compatibility included. */
const refolded = /[\u0591-\u06ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Rich text of JSON may have HTML in its strings. */
const tag = /<\/?[A-Za-z]/

function isOutdated({ slug, values, overlays }: NumberedContent, richTexts: readonly Field[]): boolean {
  const layers = [values, ...overlays.values()]
  if ([slug, ...layers.map(({ data }) => data)].some(text => refolded.test(text))) return true
  if (richTexts.length === 0) return false
  return layers.some(({ data }) => {
    const parsed = parseValues(data)
    return richTexts.some(({ apiName }) => {
      const value = parsed[apiName] ?? null
      return hasDividedWords(value) || (typeof value === 'object' && tag.test(JSON.stringify(value)))
    })
  })
}

async function reindex(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
  onProgress: (done: number) => void,
): Promise<void> {
  await setWordsRenewed(writes, space)
  if (collections.length === 0) return
  const revision = (await lockRevision(writes, space)) + 1
  await forgetIndexedModels(writes, space, collections)
  // Lists may be cached that were found by the index as it was: a new revision has them evaluated again.
  await updateQueryIndex(writes, space, revision, { onProgress })
  await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}
