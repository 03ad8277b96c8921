// Reads Frontlist's own format line by line: a file of any size, with lines of at most 16 MiB.
import { Refusal } from '../../base/errors.ts'
import { skimJson } from '../../base/json.ts'
import { depthOfField, type ImportSource, type SourceItem } from '../read/import-source.ts'
import { findOddities, type Oddity } from '../read/json-oddities.ts'
import { checkRecord } from '../read/record-check.ts'
import type { ImportRecord } from '../read/records.ts'

const lineBytesMax = 16 * 1024 * 1024

const noOddities: readonly Oddity[] = []
const noErrors: readonly string[] = []

/**
 * Opens a file in this format. If the first pass found every line valid, later passes skip validation, and fail at the
 * end unless the file is byte-identical.
 */
export function ndjsonSource(file: Blob): ImportSource {
  let known: LineFinding | null = null
  return {
    hasQueryKeys: true,
    losses: [],
    read: async function* () {
      const hasher = new Bun.CryptoHasher('sha256')
      const reader = new LineReader(known)
      for await (const chunk of file.stream()) {
        hasher.update(chunk)
        const items = reader.read(chunk)
        if (items.length > 0) yield items
      }
      const last = reader.end()
      if (last.length > 0) yield last
      const digest = hasher.digest('hex')
      if (known !== null && known.digest !== digest) {
        throw new Refusal('The file was changed while it was read. Nothing was imported; import it again.')
      }
      if (reader.isValid) known = { digest, odd: reader.odd }
    },
  }
}

/** The result of a pass over a file without errors. */
interface LineFinding {
  readonly digest: string
  /** Line numbers with values that JSON.parse would change silently. */
  readonly odd: ReadonlySet<number>
}

class LineReader {
  isValid = true
  readonly odd = new Set<number>()
  readonly #known: LineFinding | null
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Bytes of a line that began in an earlier chunk. */
  #pieces: Uint8Array[] = []
  #length = 0
  #number = 0

  constructor(known: LineFinding | null) {
    this.#known = known
  }

  read(chunk: Uint8Array): SourceItem[] {
    const items: SourceItem[] = []
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#take(items)
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return items
  }

  /** Returns the last line if it has no line feed. */
  end(): SourceItem[] {
    const items: SourceItem[] = []
    if (this.#length > 0) this.#take(items)
    return items
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length
    // Only the length of a line over the limit is tracked.
    if (this.#length > lineBytesMax) this.#pieces = []
    else this.#pieces.push(piece)
  }

  #take(items: SourceItem[]): void {
    const where = ++this.#number
    const pieces = this.#pieces
    const item =
      this.#length > lineBytesMax
        ? toErrorItem(where, ['The line is over 16 MiB.'])
        : this.#toItem(where, pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    this.#pieces = []
    this.#length = 0
    if (item === null) return
    if (item.record === null) this.isValid = false
    items.push(item)
  }

  /** Returns null for an empty line. */
  #toItem(where: number, bytes: Uint8Array): SourceItem | null {
    let text: string
    try {
      text = this.#decoder.decode(bytes)
    } catch {
      return toErrorItem(where, ['The line is not UTF-8.'])
    }
    if (text.trim() === '') return null
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return toErrorItem(where, ['This is not a JSON object; NDJSON has one object per line.'])
    }
    if (this.#known) {
      const oddities = this.#known.odd.has(where) ? findOddities(text, depthOfField) : noOddities
      return { where, record: value as ImportRecord, errors: noErrors, oddities }
    }
    const checked = checkRecord(value)
    if ('errors' in checked) return toErrorItem(where, checked.errors)
    const { keys, hasInexactNumber } = skimJson(text)
    const oddities = keys !== checked.keys || hasInexactNumber ? findOddities(text, depthOfField) : noOddities
    if (oddities.length > 0) this.odd.add(where)
    return { where, record: checked.record, errors: noErrors, oddities }
  }
}

function toErrorItem(where: number, errors: readonly string[]): SourceItem {
  return { where, record: null, errors, oddities: noOddities }
}
