// Assets are not entries here: their file and title are written into the fields that link to them, for each locale.
import type { Json } from '../../base/model.ts'
import type { Localized, SourceAsset } from './export-shape.ts'
import { cleanJson, noCleaning } from './json-values.ts'
import { type Locale, pickValue } from './locales.ts'
import type { LossLog } from './loss-log.ts'
import { isLocaleServed, isServed, type State, stateOf } from './states.ts'
import { property, textOf } from './unknown-json.ts'

export interface AssetShelf {
  /** The asset as it reads in a locale (null: the default one); null, and a loss, where it cannot be served. */
  find(id: string, locale: Locale | null, where: string, entryId: string): Json
  /** To be called last: tells of assets that nothing asked for. */
  reportUnused(): void
}

const refusals: Readonly<Record<'draft' | 'archived', string>> = {
  draft: 'The asset is a draft: nothing stands where it is linked. Publish it and export again',
  archived: 'The asset is archived: nothing stands where it is linked',
}

/** One shelf serves one conversion: it remembers which assets were asked for and which losses were told. */
export function createAssetShelf(
  assets: ReadonlyMap<string, SourceAsset>,
  defaultCode: string,
  losses: LossLog,
): AssetShelf {
  const asked = new Set<string>()
  const told = new Set<string>()
  // The same link is looked at once for each locale; it is lost once.
  const tell = (where: string, what: string, entryId: string, link: string): void => {
    const key = JSON.stringify([where, what, link])
    if (!told.has(key)) losses.tally(where, what, entryId)
    told.add(key)
  }
  return {
    find(id, locale, where, entryId) {
      const asset = assets.get(id)
      if (!asset) {
        const example = `${id} in ${entryId}`
        tell(where, 'A linked asset is not in the file: nothing stands in its place', example, example)
        return null
      }
      if (!asked.has(id)) reportAsset(asset, losses)
      asked.add(id)
      const state = stateOf(asset.sys)
      const value = isServed(state) ? toAsset(asset, locale, defaultCode) : null
      if (value === null) tell(id, refusalOf(state), entryId, `${where} ${entryId}`)
      return value
    },
    reportUnused() {
      const unused = [...assets.keys()].filter(id => !asked.has(id))
      for (const id of unused)
        losses.tally('assets', 'An asset that no asset field links to is not carried', id)
    },
  }
}

function refusalOf(state: State): string {
  if (state === 'draft' || state === 'archived') return refusals[state]
  return 'The asset has no processed file in the default locale: nothing stands where it is linked'
}

function reportAsset(asset: SourceAsset, losses: LossLog): void {
  if (stateOf(asset.sys) === 'changed') {
    losses.add(
      asset.id,
      'The asset was changed since it was published: its latest file and title are served, the published ones are not in the file',
    )
  }
  losses.tally('assets', 'Descriptions and file names of assets are not carried')
}

function toAsset(asset: SourceAsset, locale: Locale | null, defaultCode: string): Json {
  const pick = (field: string): unknown => {
    const values = servedValues(asset, asset.fields.get(field))
    const own = locale ? pickValue(values, locale.chain) : undefined
    return own ?? values.get(defaultCode)
  }
  const file = pick('file')
  const url = toUrl(textOf(property(file, 'url')))
  // A file still being processed in this locale gives way to the default locale's.
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

function servedValues(asset: SourceAsset, values: Localized | undefined): Localized {
  return new Map([...(values ?? [])].filter(([code]) => isLocaleServed(asset.sys, code)))
}

// Contentful leaves the scheme to the page; a server-side client has none to add.
function toUrl(url: string | null): string | null {
  const full = url?.startsWith('//') ? `https:${url}` : url
  return full && /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(full) && full.isWellFormed() ? full : null
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? String(cleanJson(value, noCleaning())) : null
}

function toSize(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}
