// Frontlist's own format, read a line at a time: a file of any size, each line of at most 16 MiB.
import { Refusal } from '../base/errors.ts'
import { checkRecord } from './record-check.ts'
import type { ImportRecord, Loss } from './records.ts'
import type { InexactNumbers } from './values.ts'

const lineBytesMax = 16 * 1024 * 1024

/** Where in a source: the number of its line, or words. There are as many as records, so no line has words. */
export type Where = number | string

/** How a person finds it: `line 3`. */
export function toWhereText(where: Where): string {
  return typeof where === 'number' ? `line ${where}` : where
}

/** One record of a source, or what is wrong with it. */
export interface SourceItem {
  readonly where: Where
  readonly record: ImportRecord | null
  readonly faults: readonly string[]
  readonly inexact: InexactNumbers
}

/** A source can be read as often as needed: once for ids and models, once for values. */
export interface ImportSource {
  /** Some at a time: to wait for each would take longer than to read it. */
  read(): AsyncIterable<readonly SourceItem[]>
  /** What the reader of a foreign format could not carry over. */
  readonly losses: readonly Loss[]
}

const noneInexact: InexactNumbers = new Map()
const noFaults: readonly string[] = []

/**
 * A file in this format. Where the first reading found every line good, the next ones trust that, and refuse at their
 * end a file that is not the same to the byte.
 */
export function ndjsonSource(file: Blob): ImportSource {
  let known: Finding | null = null
  return {
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
      if (reader.isGood) known = { digest, mayHaveInexact: reader.mayHaveInexact }
    },
  }
}

/** What a reading has found of a file without a fault. */
interface Finding {
  readonly digest: string
  /** Numbers of lines. */
  readonly mayHaveInexact: ReadonlySet<number>
}

class LineReader {
  isGood = true
  readonly mayHaveInexact = new Set<number>()
  readonly #known: Finding | null
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Of a line that began in an earlier chunk. */
  #pieces: Uint8Array[] = []
  #length = 0
  #number = 0

  constructor(known: Finding | null) {
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

  /** A last line without a line feed. */
  end(): SourceItem[] {
    const items: SourceItem[] = []
    if (this.#length > 0) this.#take(items)
    return items
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length
    // Of a line that is too long only its length is kept.
    if (this.#length > lineBytesMax) this.#pieces = []
    else this.#pieces.push(piece)
  }

  #take(items: SourceItem[]): void {
    const where = ++this.#number
    const pieces = this.#pieces
    const item =
      this.#length > lineBytesMax
        ? toFault(where, ['The line is over 16 MiB.'])
        : this.#toItem(where, pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))
    this.#pieces = []
    this.#length = 0
    if (item === null) return
    if (item.record === null) this.isGood = false
    items.push(item)
  }

  /** Null for an empty line. */
  #toItem(where: number, bytes: Uint8Array): SourceItem | null {
    let text: string
    try {
      text = this.#decoder.decode(bytes)
    } catch {
      return toFault(where, ['The line is not UTF-8.'])
    }
    if (text.trim() === '') return null
    const toldInexact = this.#known?.mayHaveInexact.has(where) ?? mayHaveInexact(text)
    if (toldInexact) this.mayHaveInexact.add(where)
    const inexact = toldInexact ? new Map<object, Set<string>>() : noneInexact
    let value: unknown
    try {
      value = toldInexact ? parseExactly(text, inexact as Map<object, Set<string>>) : JSON.parse(text)
    } catch {
      return toFault(where, ['This is no JSON object; NDJSON has one object a line.'])
    }
    if (this.#known) return { where, record: value as ImportRecord, faults: noFaults, inexact }
    const checked = checkRecord(value)
    if ('faults' in checked) return toFault(where, checked.faults)
    return { where, record: checked.record, faults: noFaults, inexact }
  }
}

function toFault(where: number, faults: readonly string[]): SourceItem {
  return { where, record: null, faults, inexact: noneInexact }
}

/** Only numbers that are written long can be rounded to a whole one. */
const longNumber = /\d{16}|[\d.]{17}|\d[eE]/
/** Dearer, and not deceived by an id such as "3e7": what begins as a number begins in JSON. */
const longNumberInPlace = /[[:,\s]-?\d(?:[\d.]{15}|[\d.]{0,15}[eE])/

function mayHaveInexact(text: string): boolean {
  return longNumber.test(text) && longNumberInPlace.test(text)
}

/** Like `JSON.parse`; notes the whole numbers that it had to round. */
function parseExactly(text: string, inexact: Map<object, Set<string>>): unknown {
  return JSON.parse(
    text,
    function (this: object, key: string, value: unknown, context?: { source?: string }) {
      if (typeof value === 'number' && Number.isInteger(value) && !isExact(value, context?.source ?? '')) {
        inexact.set(this, (inexact.get(this) ?? new Set()).add(key))
      }
      return value
    },
  )
}

/** Whether the decimal number that is written is this double, compared without rounding. */
function isExact(value: number, source: string): boolean {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source)
  if (!match) return false
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) - fraction.length
  const double = BigInt(Math.abs(value))
  if (Math.abs(shift) > exponentMax) return digits === 0n
  return shift >= 0 ? digits * 10n ** BigInt(shift) === double : digits === double * 10n ** BigInt(-shift)
}

/** No finite double has more digits before or after the point. */
const exponentMax = 1100
