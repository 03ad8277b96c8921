// Copies the file and title of assets into the fields that link to them, per locale. Assets whose files were downloaded
// become assets of the space instead: stored-assets.ts.
import type { AddressValue } from '../../../content/values/asset-value.ts'
import type { Json } from '../../../content/values/model.ts'
import { cleanJson, noCleaning } from '../../read/json-values.ts'
import type { LossLog } from '../../read/loss-log.ts'
import type { LossKind } from '../../read/losses.ts'
import type { AssetRecord } from '../../read/records.ts'
import { property, textOf } from '../../read/unknown-json.ts'
import type { ChangedPolicy } from '../format.ts'
import type { LocalizedValue, SourceAsset } from './export-shape.ts'
import { type FieldPlan, subjectOf } from './field-plans.ts'
import { type Locale, pickValue } from './locales.ts'
import { isLocaleServed, isServed, type State, stateOf } from './states.ts'
import { type HasFile, type LocalTexts, StoredAssets } from './stored-assets.ts'

export interface AssetSource {
  /**
   * Returns the asset's values in a locale (null: the default locale). Returns null and adds a warning to `log` if it
   * cannot be served.
   */
  find(id: string, locale: Locale | null, field: FieldPlan, entryId: string, log: LossLog): Json
  has(id: string): boolean
  /** Returns the asset as Contentful's client resolves a link to it, for a file that was not downloaded. */
  toFields(id: string, locale: Locale | null): Json
  /** Reports assets that were never requested, and returns those to store. Call it last. */
  finish(): readonly AssetRecord[]
}

const refusals: Readonly<Record<'draft' | 'archived', string>> = {
  draft: 'The linked asset is a draft: the link was removed. Publish it and export again',
  archived: 'The linked asset is archived: the link was removed',
}

/** Creates the source of one conversion. It records which assets were requested. */
export function createAssetSource(
  assets: ReadonlyMap<string, SourceAsset>,
  defaultCode: string,
  changed: ChangedPolicy,
  losses: LossLog,
  hasFile: HasFile | undefined,
): AssetSource {
  const linkedIds = new Set<string>()
  const stored = hasFile && new StoredAssets(assets.keys(), hasFile, losses)
  const toStored = (asset: SourceAsset, locale: Locale | null): Json =>
    stored?.find(
      asset.id,
      textsOf(asset, null, defaultCode),
      locale && textsOf(asset, locale, defaultCode),
    ) ?? null
  return {
    has: id => assets.has(id),
    toFields: (id, locale) => toLinkFields(assets.get(id)!, locale, defaultCode),
    find(id, locale, field, entryId, log) {
      const lose = (kind: LossKind, where: string, what: string) =>
        log.add(kind, where, what, subjectOf(field, entryId))
      const asset = assets.get(id)
      if (!asset) {
        lose(
          'value_not_imported',
          field.where,
          `The linked asset ${id} is not in the file: the link was removed`,
        )
        return null
      }
      if (!linkedIds.has(id)) reportAsset(asset, changed, losses, stored !== undefined)
      linkedIds.add(id)
      const state = stateOf(asset.sys)
      const isHeldBack = state === 'changed' && changed === 'draft'
      const value =
        isServed(state) && !isHeldBack
          ? (toStored(asset, locale) ?? toAsset(asset, locale, defaultCode))
          : null
      if (isHeldBack) lose('changed_after_publication', id, heldBack)
      else if (value === null) lose('value_not_imported', id, refusalOf(state))
      return value
    },
    finish() {
      for (const asset of assets.values()) {
        const state = stateOf(asset.sys)
        const isDraft = state === 'draft' || (state === 'changed' && changed === 'draft')
        if (isDraft && toStored(asset, null) !== null) continue
        if (!linkedIds.has(asset.id))
          losses.tally('not_supported', 'assets', 'An asset that no field links to is not imported', asset.id)
      }
      return stored?.records ?? []
    },
  }
}

const heldBack =
  'The linked asset was changed after its publication, and its published file is not in the export: the link was removed'

function refusalOf(state: State): string {
  if (state === 'draft' || state === 'archived') return refusals[state]
  return 'The linked asset has no processed file in the default locale: the link was removed'
}

function reportAsset(asset: SourceAsset, changed: ChangedPolicy, losses: LossLog, isStored: boolean): void {
  if (stateOf(asset.sys) === 'changed' && changed === 'latest') {
    losses.add(
      'changed_after_publication',
      asset.id,
      'The asset was changed after its publication: its latest file and title are live, the published ones are not in the file',
    )
  }
  if (!isStored)
    losses.tally('not_supported', 'assets', 'Descriptions and file names of assets are not imported')
}

/** Returns a function that reads a field in the locale, or else in the default locale. */
function pickFrom(asset: SourceAsset, locale: Locale | null, defaultCode: string) {
  return (field: string): unknown => {
    const values = servedValues(asset, asset.fields.get(field))
    const own = locale ? pickValue(values, locale.chain) : undefined
    return own ?? values.get(defaultCode)
  }
}

/** Returns null if the asset has no file. A locale without its own file has that of the default locale. */
function textsOf(asset: SourceAsset, locale: Locale | null, defaultCode: string): LocalTexts | null {
  const pick = pickFrom(asset, locale, defaultCode)
  const files = servedValues(asset, asset.fields.get('file'))
  const urlIn = (code: string) => toUrl(textOf(property(files.get(code), 'url')))
  const code = [...(locale?.chain ?? []), defaultCode].find(one => files.has(one) && urlIn(one) !== null)
  if (code === undefined) return null
  return {
    code,
    url: urlIn(code)!,
    filename: toText(property(files.get(code), 'fileName')) || null,
    title: toText(pick('title')),
    description: toText(pick('description')),
  }
}

function toAsset(asset: SourceAsset, locale: Locale | null, defaultCode: string): Json {
  const pick = pickFrom(asset, locale, defaultCode)
  const file = pick('file')
  const url = toUrl(textOf(property(file, 'url')))
  // If the file is still being processed in this locale, the default locale's file is used.
  if (url === null) return locale ? toAsset(asset, null, defaultCode) : null
  return {
    url,
    title: toText(pick('title')),
    contentType: toText(property(file, 'contentType')) ?? 'application/octet-stream',
    width: toSize(property(file, 'details', 'image', 'width')),
    height: toSize(property(file, 'details', 'image', 'height')),
    size: toSize(property(file, 'details', 'size')),
  }
}

function toLinkFields(asset: SourceAsset, locale: Locale | null, defaultCode: string): Json {
  const { url, width, height, size, contentType } = toAsset(asset, locale, defaultCode) as AddressValue
  const texts = textsOf(asset, locale, defaultCode)!
  return {
    title: texts.title,
    description: texts.description,
    file: {
      url,
      details: { size: size!, ...(width !== null && { image: { width: width!, height: height! } }) },
      fileName: texts.filename,
      contentType: contentType!,
    },
  }
}

function servedValues(asset: SourceAsset, values: LocalizedValue | undefined): LocalizedValue {
  return new Map([...(values ?? [])].filter(([code]) => isLocaleServed(asset.sys, code)))
}

// Contentful's URLs have no scheme. Browsers add one, but a server-side client cannot.
export function toUrl(url: string | null): string | null {
  const full = url?.startsWith('//') ? `https:${url}` : url
  return full && /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(full) && full.isWellFormed() ? full : null
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? String(cleanJson(value, noCleaning())) : null
}

function toSize(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}
