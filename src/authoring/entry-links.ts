// What an entry refers to, and which entries refer to it: in their drafts, or in what is live of them.
import type { SpaceId } from '../base/ids.ts'
import { toPointer } from '../base/json-pointer.ts'
import { findModel } from '../content/collections.store.ts'
import { checkOverlays, parseValues, parseVariants } from '../content/entry-values.ts'
import { checkValues, type StoredValue } from '../content/field-values.ts'
import type { EntryState, Field } from '../content/model.ts'
import { listReferences, type WrittenReference } from '../content/references.ts'
import type { Reads } from '../database/database.ts'
import { readDraftTargets } from '../drafts/targets.ts'
import type { LinkView } from './entries.schema.ts'
import { countReferrers, readReferrers } from './entry-links.store.ts'
import { findEntry } from './entry-view.store.ts'

interface DraftTexts {
  readonly data: string
  readonly variants: string | null
}

interface DraftLink extends WrittenReference {
  /** A JSON Pointer. */
  readonly path: string
}

/** Values that do not match the model are skipped here; publishing reports them. */
const ignoreErrors = { onError: () => {} }

/** By field in the order of the model, base values before those of variants. */
export function listDraftLinks(fields: readonly Field[], { data, variants }: DraftTexts): DraftLink[] {
  const toLinks = (values: readonly StoredValue[], ...parent: readonly string[]) =>
    listReferences(fields, values).map(link => ({ ...link, path: toPointer(...parent, link.field) }))
  const base = checkValues(fields, parseValues(data), ignoreErrors)
  const overlays = checkOverlays(fields, parseVariants(variants), ignoreErrors)
  return [
    ...toLinks(base, 'data'),
    ...[...overlays].flatMap(([id, overlay]) => toLinks(overlay, 'variants', id)),
  ]
}

const linksToMax = 500
const linksFromMax = 100

/** Null if the space has no such entry. */
export async function readLinks(reads: Reads, space: SpaceId, id: string) {
  const row = await findEntry(reads, space, id)
  if (!row) return null
  const fields = (await findModel(reads, space, row.collection))?.fields ?? []
  const written = listDraftLinks(fields, row)
  const targets = await readDraftTargets(reads, space, id, written)
  const to = new Map<string, LinkView>()
  for (const { to: reference, path } of written) {
    const unknown = { id: null, collection: null, slug: null, title: null, state: null, ...reference }
    const link: LinkView = { ...(targets.find(reference) ?? unknown), path }
    to.set(`${path} ${link.id ?? JSON.stringify([link.collection, link.slug])}`, link)
  }
  const from = await readReferrers(reads, space, id, linksFromMax)
  return {
    to: [...to.values()].slice(0, linksToMax),
    toCount: to.size,
    from: from.map(({ state, live, ...link }) => ({
      ...link,
      state: state as EntryState,
      live: Boolean(live),
    })),
    ...(await countReferrers(reads, space, id)),
  }
}
