// Converts assets whose files were downloaded with the export to assets of the space, which fields name by id. A field
// keeps the texts of another locale as its own texts; another file in a locale becomes a separate asset.
import { createHash } from 'node:crypto'
import { assetTextLengthMax } from '../../../content/values/asset-value.ts'
import { entryIdPattern, type Json } from '../../../content/values/model.ts'
import { cutAt } from '../../../content/values/query-text.ts'
import { fitNames } from '../../read/fit-names.ts'
import type { LossLog } from '../../read/loss-log.ts'
import type { AssetRecord } from '../../read/records.ts'

/** The file and texts of an asset in a locale. */
interface AssetTexts {
  readonly url: string
  readonly filename: string | null
  readonly title: string | null
  readonly description: string | null
}

/** The file and texts in a locale. `code` is the locale that the file comes from. */
export interface LocalTexts extends AssetTexts {
  readonly code: string
}

/** Checks whether there is a file at this path below the folder of downloads. */
export type HasFile = (path: string) => boolean

const idLengthMax = 128

export class StoredAssets {
  readonly #hasFile: HasFile
  readonly #losses: LossLog
  readonly #names: ReadonlyMap<string, string>
  readonly #records = new Map<string, AssetRecord>()
  readonly #missing = new Set<string>()

  constructor(ids: Iterable<string>, hasFile: HasFile, losses: LossLog) {
    this.#hasFile = hasFile
    this.#losses = losses
    this.#names = fitNames(ids, { pattern: entryIdPattern, lengthMax: idLengthMax, filler: '-' })
  }

  get records(): readonly AssetRecord[] {
    return [...this.#records.values()]
  }

  /** Returns the value of a field that links to the asset; null if its file was not downloaded. */
  find(id: string, base: AssetTexts | null, local: LocalTexts | null): Json {
    const texts = local ?? base
    if (texts === null) return null
    const name = this.#names.get(id) ?? id
    const isOwnFile = local !== null && local.url !== base?.url
    const own = isOwnFile ? toLocalId(name, local.code) : name
    if (!this.#store(id, own, (isOwnFile ? null : base) ?? texts)) return null
    const record = this.#records.get(own)!
    const [title, alt] = [this.#toText(texts.title, id), this.#toText(texts.description, id)]
    return {
      id: own,
      ...(title !== null && title !== record.title && { title }),
      ...(alt !== null && alt !== record.alt && { alt }),
    }
  }

  /** Stores the record. Returns false if the file was not downloaded, which is reported once. */
  #store(id: string, name: string, { url, filename, title, description }: AssetTexts): boolean {
    if (this.#records.has(name)) return true
    const file = toPath(url)
    if (file === null || !this.#hasFile(file)) {
      if (!this.#missing.has(name)) this.#losses.add('value_not_imported', id, missing)
      this.#missing.add(name)
      return false
    }
    this.#records.set(name, {
      ...{ type: 'asset', id: name, file },
      ...(filename !== null && { filename }),
      ...{ title: this.#toText(title, id), alt: this.#toText(description, id) },
    })
    return true
  }

  #toText(text: string | null, id: string): string | null {
    if (text === null || text === '') return null
    const cut = cutAt(text, assetTextLengthMax)
    if (cut !== text) this.#losses.tally('value_converted', 'assets', tooLong, id)
    return cut
  }
}

const missing =
  'The file of the asset is not in the folder that --assets names, or is empty, damaged or an error page there: the content has its address at Contentful'
const tooLong = `A title or description of more than ${assetTextLengthMax} characters was cut`

/** Appends the locale after a colon, which Contentful's ids cannot contain. */
function toLocalId(name: string, code: string): string {
  const id = `${name}:${code}`
  return entryIdPattern.test(id) ? id : createHash('sha256').update(id).digest('hex')
}

/** Returns the path at which contentful-export writes the file: the host, then the decoded path. */
export function toPath(url: string): string | null {
  try {
    const { host, pathname } = new URL(url)
    const path = `${host}${decodeURIComponent(pathname)}`
    return path.includes('\0') || path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}
