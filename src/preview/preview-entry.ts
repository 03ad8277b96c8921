// An entry as a preview shows it: the lines of its fields for the requested variants. A draft is compiled as it would be
// if it were published.
import { eachReference } from '../content/fields/field-references.ts'
import type { StoredValue } from '../content/fields/field-type.ts'
import { compileContent, parseFitting } from '../content/publish/entry-content.ts'
import { KnownAssets, mayShowAssets } from '../content/publish/resolve-assets.ts'
import type { LivePublication } from '../content/tables/publications.store.ts'
import type { EntryState, Field, Json } from '../content/values/model.ts'
import {
  mergeLines,
  nameOfLine,
  type OverlayLine,
  type PublishedLine,
  splitLines,
} from '../content/values/overlaid-lines.ts'
import {
  hasPointers,
  isInBlocks,
  listIds,
  type PublishedData,
  type Reference,
  type StoredData,
} from '../content/values/stored-data.ts'
import type { Reads } from '../database/database.ts'
import type { CollectionModel, SpaceModel } from '../query/bind/space-model.ts'
import type { Projection } from '../query/bound-query.ts'
import type { Pace } from '../query/scan/pace.ts'
import type { DraftRow } from '../query/scan/read-batches.ts'
import { addEdits } from './block-edits.ts'
import type { Shown } from './shown-entries.store.ts'
import { createAddressSigner, type SignFile } from './sign-files.ts'

/** The targets of a reference field, or of one reference inside a value. */
export interface Slot {
  readonly targets: readonly string[]
  readonly isMany: boolean
  /** True if the references stay unresolved at every depth. */
  readonly isLink: boolean
  /** The collections that the field may refer to; null means any. */
  readonly to: readonly string[] | null
  /** The fields of the targets of a reference in blocks that `fields` names; null if it names none of them. */
  readonly projection?: Projection | null
}

/** A field of an entry. */
export interface Line {
  readonly name: string
  /** `"name":value`, cut where references stand: one piece more than there are slots. */
  readonly pieces: readonly string[]
  readonly slots: readonly Slot[]
  /** The variants that set something of the value; none for the base value. */
  readonly setBy: readonly string[]
}

export interface PreviewEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly state: EntryState
  /** Null if nothing is live, like the times, which are in milliseconds since 1970. */
  readonly version: number | null
  readonly firstPublishedAt: number | null
  readonly publishedAt: number | null
  readonly lines: readonly Line[]
}

type Layer = Pick<PublishedData, 'data' | 'refs' | 'written'>

interface Layers {
  readonly base: Layer
  readonly overlays: ReadonlyMap<string, Layer>
}

export interface CompileContext {
  readonly reads: Reads
  readonly shown: Shown
  readonly model: SpaceModel
  /** The requested variants, the strongest first. */
  readonly variants: readonly string[]
  /** Null: files have their usual addresses. */
  readonly signFile: SignFile | null
  /** True if blocks say where they are edited. */
  readonly hasEdit: boolean
  readonly pace: Pace
}

/** Compiles drafts without checking them. References that are no longer allowed are left out when they are rendered. */
export async function compileDrafts(
  context: CompileContext,
  rows: readonly DraftRow[],
): Promise<readonly PreviewEntry[]> {
  const { reads, shown, model, pace } = context
  const { space } = shown
  const compiled: { readonly row: DraftRow; readonly layers: Layers }[] = []
  for (const row of rows) {
    compiled.push({ row, layers: compileDraft(model.find(row.collection), row, context) })
    if (pace.isDue) await pace.pause()
  }
  const layers = compiled.flatMap(({ layers: { base, overlays } }) => [base, ...overlays.values()])
  // Files are inserted, and references inside values are marked.
  const isCompleted = (layer: Layer) => mayShowAssets(space, layer) || hasPointers(layer.refs)
  const assets = await KnownAssets.read(reads, space, layers.filter(isCompleted))
  const resolve = (layer: Layer): Layer => {
    return isCompleted(layer) ? { ...layer, data: assets.resolve(layer).data } : layer
  }
  const resolved = compiled.map(({ row, layers: written }) => {
    const overlays = new Map([...written.overlays].map(([id, overlay]) => [id, resolve(overlay)]))
    return { row, layers: { base: resolve(written.base), overlays } }
  })
  const sign = await findSigner(
    context,
    resolved.map(({ layers }) => layers),
  )
  const entries: PreviewEntry[] = []
  for (const { row, layers } of resolved) {
    const { data: _, variants: __, state, ...rest } = row
    const lines = toLines(sign(layers), model.find(row.collection), context.variants)
    entries.push({ ...rest, state: state as EntryState, lines })
    if (pace.isDue) await pace.pause()
  }
  return entries
}

/** Returns a function that signs the addresses of files in the values of these drafts. */
async function findSigner(
  { reads, shown: { space }, signFile }: CompileContext,
  drafts: readonly Layers[],
): Promise<(draft: Layers) => Layers> {
  if (signFile === null) return draft => draft
  const texts = drafts.flatMap(({ base, overlays }) => [base, ...overlays.values()]).map(({ data }) => data)
  const sign = await createAddressSigner({ reads, space, signFile }, texts)
  const signLayer = (layer: Layer): Layer => ({ ...layer, data: sign(layer.data) })
  return ({ base, overlays }) => ({
    base: signLayer(base),
    overlays: new Map([...overlays].map(([id, overlay]) => [id, signLayer(overlay)])),
  })
}

/** Returns an entry as it is live. Whether its draft differs is not told. */
export function toLiveEntry(
  { model, variants }: CompileContext,
  { row, overlays }: LivePublication,
): PreviewEntry {
  return {
    id: row.entry,
    ...{ collection: row.collection, slug: row.slug, state: 'live', version: row.version },
    ...{ firstPublishedAt: row.first_published_at, publishedAt: row.published_at },
    lines: toLines({ base: row, overlays }, model.find(row.collection), variants),
  }
}

function compileDraft(
  model: CollectionModel | null,
  { id, collection, data, variants: stored }: DraftRow,
  { variants, hasEdit }: CompileContext,
): Layers {
  const fields = model?.collection.fields ?? []
  const isAsked = stored !== null && variants.length > 0
  const checked = parseFitting(fields, { data, variants: isAsked ? stored : null })
  const entry = `${collection}/${id}`
  const withEdits = (written: readonly StoredValue[]) =>
    hasEdit ? addEdits(fields, written, entry) : written
  const content = {
    values: withEdits(checked.values),
    overlays: new Map([...checked.overlays].map(([variant, overlay]) => [variant, withEdits(overlay)])),
  }
  const { values, overlays } = compileContent(fields, content, to => to)
  const asked = variants.flatMap(id => {
    const overlay = overlays.get(id)
    return overlay === undefined ? [] : [[id, overlay] as const]
  })
  return { base: values, overlays: new Map(asked) }
}

/**
 * For each field, the first variant whose overlay has a value wins; otherwise the base value stays. Values in blocks are merged
 * into the value below them.
 */
function toLines(
  { base, overlays }: { readonly base: StoredData; readonly overlays: ReadonlyMap<string, StoredData> },
  model: CollectionModel | null,
  variants: readonly string[],
): readonly Line[] {
  const asked = variants.map(variant => {
    const lines = splitLines(overlays.get(variant) ?? { data: '{}', refs: null })
    return new Map(lines.map(line => [nameOfLine(line), { ...line, variant }]))
  })
  return splitLines(base).map(line => {
    const name = nameOfLine(line)
    const own: OverlayLine[] = []
    for (const lines of asked) {
      const next = lines.get(name)
      if (next === undefined) continue
      own.push(next)
      if (!isInBlocks(next.references)) break
    }
    const [first] = own
    if (first === undefined) return toLine(line, model, [])
    if (!isInBlocks(first.references)) return toLine(first, model, [first.variant])
    const merged = mergeLines(line, own)
    return toLine(merged, model, [...merged.setBy])
  })
}

function toLine(
  { text, references }: PublishedLine,
  model: CollectionModel | null,
  setBy: readonly string[],
): Line {
  const name = nameOfLine({ text })
  const keyEnd = name.length + '"":'.length
  const field = model?.fields.get(name)
  const holders =
    field?.of === undefined || references.length === 0 ? null : listHolders(field, text.slice(keyEnd))
  const slots = references.map(([, targets, kind, pointer = '']): Slot => {
    const { to = null } = (holders === null ? field : holders.get(pointer)) ?? {}
    return { targets: listIds(targets), isMany: Array.isArray(targets), isLink: kind === 'link', to }
  })
  return { name, pieces: toPieces(text, keyEnd, references), slots, setBy }
}

/** Returns the fields of blocks that hold the references inside of a value, by the pointers of the references or of their list. */
function listHolders(field: Field, text: string): ReadonlyMap<string, Field> {
  const holders = new Map<string, Field>()
  eachReference(field, JSON.parse(text.replaceAll('\t', '')) as Json, '', (_, __, holder) => {
    holders.set(holder.place, holder.field)
  })
  return holders
}

/** In a value with references inside, text and references alternate between tabs. */
function toPieces(text: string, keyEnd: number, [first]: readonly Reference[]): readonly string[] {
  if (first === undefined) return [text]
  const isInside = first[3] !== undefined
  return isInside ? text.split('\t').filter((_, part) => part % 2 === 0) : [text.slice(0, keyEnd), '']
}
