// Publish and unpublish: from an entry's draft to what is served, and back to a draft.
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Collection } from '../base/model.ts'
import type { Database, Writes } from '../database/database.ts'
import { Addresses } from './addresses.ts'
import { bindReferences, type Listener } from './bind-references.ts'
import { Changes, isSameContent } from './changes.ts'
import { readCollections } from './collections.store.ts'
import { compileValues } from './compile.ts'
import { type EntryRow, findEntryBySlug, readAddresses, readEntries } from './entries.store.ts'
import { checkOverlays, compileOverlays, groupOverlays, parseValues, parseVariants } from './entry-values.ts'
import { closePublications, readHistory, readLive, readLiveOverlays } from './publications.store.ts'
import { lockRevision, setRevision } from './revisions.store.ts'
import { checkValues, type KeptValue, type Reference } from './values.ts'

/** By `COLLECTION/SLUG` as asked. */
export interface PublishReport {
  readonly changed: readonly string[]
  /** Already as asked: publishing them again is no new publication. */
  readonly unchanged: readonly string[]
}

/** What a draft's references lack was told when it was imported. */
const toldByImport: Listener = { onDangling: () => {}, onLoss: () => {} }

interface Named {
  readonly address: string
  readonly id: string
}

/** Makes the draft of each entry what is served: all of them in one transaction and one revision, or none. */
export function publish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
  clock: Clock,
): Promise<PublishReport> {
  return database.transaction(async writes => {
    const changes = new Changes(space, (await lockRevision(writes, space)) + 1)
    const named = await requireEntries(writes, space, addresses)
    const ids = named.map(({ id }) => id)
    const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
    const live = new Map((await readLive(writes, space, ids)).map(row => [row.entry, row]))
    const liveOverlays = groupOverlays(await readLiveOverlays(writes, space, ids))
    const history = await readHistory(writes, space, ids)
    const now = clock()
    const changed = new Set<string>()
    for (const entry of await readEntries(writes, space, ids)) {
      const fields = models.get(entry.collection)?.fields ?? []
      const publication = await compileDraft(writes, space, entry, fields)
      const current = live.get(entry.id)
      if (current && isSameContent(current, liveOverlays.get(entry.id) ?? new Map(), publication)) continue
      if (current) changes.close(entry.id)
      const { version, firstPublishedAt } = history.get(entry.id) ?? { version: 0, firstPublishedAt: now }
      const { id, collection, slug } = entry
      changes.open({
        ...publication,
        entry: id,
        collection,
        slug,
        version: version + 1,
        firstPublishedAt: Math.min(firstPublishedAt, now),
        publishedAt: now,
      })
      changed.add(id)
    }
    await changes.flush(writes)
    if (changes.served) await setRevision(writes, space, changes.revision)
    return toReport(named, changed)
  })
}

/** Takes what is served of each entry away; the drafts stay. All in one transaction and one revision, or none. */
export function unpublish(
  database: Database,
  space: SpaceId,
  addresses: readonly string[],
): Promise<PublishReport> {
  return database.transaction(async writes => {
    const revision = (await lockRevision(writes, space)) + 1
    const named = await requireEntries(writes, space, addresses)
    const ids = named.map(({ id }) => id)
    const changed = new Set((await readLive(writes, space, ids)).map(row => row.entry))
    if ((await closePublications(writes, space, ids, revision)) > 0)
      await setRevision(writes, space, revision)
    return toReport(named, changed)
  })
}

async function requireEntries(
  writes: Writes,
  space: SpaceId,
  addresses: readonly string[],
): Promise<Named[]> {
  const named: Named[] = []
  const faults: string[] = []
  for (const address of new Set(addresses)) {
    const at = address.indexOf('/')
    const id =
      at < 0 ? null : await findEntryBySlug(writes, space, address.slice(0, at), address.slice(at + 1))
    if (id !== null) named.push({ address, id })
    else
      faults.push(at < 0 ? `${address}: write it as COLLECTION/SLUG.` : `${address}: there is no such entry.`)
  }
  if (faults.length > 0) throw new Refusal('Nothing was changed.', faults)
  return named
}

async function compileDraft(writes: Writes, space: SpaceId, entry: EntryRow, fields: Collection['fields']) {
  const faults: string[] = []
  const context = { onFault: (message: string) => void faults.push(message) }
  const values = checkValues(fields, parseValues(entry.data), context)
  const overlays = checkOverlays(fields, parseVariants(entry.variants), context)
  if (faults.length > 0)
    throw new Refusal(`The draft ${entry.collection}/${entry.slug} does not fit its model.`, faults)
  const whereabouts = await lookUp(writes, space, referencesOf(fields, [values, ...overlays.values()]))
  const bind = bindReferences(entry.id, whereabouts, toldByImport)
  return { values: compileValues(fields, values, bind), overlays: compileOverlays(fields, overlays, bind) }
}

function referencesOf(fields: Collection['fields'], all: readonly (readonly KeptValue[])[]): Reference[] {
  return all.flatMap(values =>
    fields.flatMap(({ type, many }, index) => {
      const value = type === 'reference' ? values[index] : undefined
      return value === undefined ? [] : ((many ? value : [value]) as Reference[])
    }),
  )
}

/** Where the entries stand that these references may mean. */
async function lookUp(writes: Writes, space: SpaceId, references: readonly Reference[]): Promise<Addresses> {
  const ids = new Set<string>()
  for (const reference of references) {
    const id =
      'id' in reference
        ? reference.id
        : await findEntryBySlug(writes, space, reference.collection, reference.slug)
    if (id !== null) ids.add(id)
  }
  const addresses = new Addresses()
  for (const { id, ...address } of await readAddresses(writes, space, [...ids])) addresses.set(id, address)
  return addresses
}

function toReport(named: readonly Named[], changed: ReadonlySet<string>): PublishReport {
  return {
    changed: named.filter(({ id }) => changed.has(id)).map(({ address }) => address),
    unchanged: named.filter(({ id }) => !changed.has(id)).map(({ address }) => address),
  }
}
