// Frontlist's own format, read a line at a time: a file of any size, each line of at most 16 MiB.
import { Refusal } from '../base/errors.ts'
import { checkRecord } from './record-check.ts'
import type { ImportRecord, Loss } from './records.ts'
import type { InexactNumbers } from './values.ts'

const lineBytesMax = 16 * 1024 * 1024

/** One record of a source, or what is wrong with it. `where` is how a person finds it: `line 3`. */
export interface SourceItem {
  readonly where: string
  readonly record: ImportRecord | null
  readonly faults: readonly string[]
  readonly inexact: InexactNumbers
}

/** A source can be read as often as needed: once for ids and models, once for values. */
export interface ImportSource {
  read(): AsyncIterable<SourceItem>
  /** What the reader of a foreign format could not carry over. */
  readonly losses: readonly Loss[]
}

const noneInexact: InexactNumbers = new Map()

/**
 * A file in this format. Where the first reading found every line good, the next ones trust that, and refuse at their
 * end a file that is not the same to the byte.
 */
export function ndjsonSource(file: Blob): ImportSource {
  let goodDigest: string | null = null
  return {
    losses: [],
    read: async function* () {
      const hasher = new Bun.CryptoHasher('sha256')
      const known = goodDigest
      let good = true
      for await (const item of readItems(file, hasher, known === null ? checkRecord : trustRecord)) {
        good &&= item.record !== null
        yield item
      }
      const digest = hasher.digest('hex')
      if (known !== null && known !== digest) {
        throw new Refusal('The file was changed while it was read. Nothing was imported; import it again.')
      }
      if (good) goodDigest = digest
    },
  }
}

type Check = typeof checkRecord

const trustRecord: Check = value => ({ record: value as ImportRecord })

async function* readItems(file: Blob, hasher: Bun.CryptoHasher, check: Check): AsyncGenerator<SourceItem> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  for await (const line of readLines(file, hasher)) {
    number++
    const where = `line ${number}`
    if (line === null) {
      yield { where, record: null, faults: ['The line is over 16 MiB.'], inexact: noneInexact }
    } else if (line.byteLength > 0) {
      const item = parseLine(line, decoder, check)
      if (item) yield { where, ...item }
    }
  }
}

function parseLine(bytes: Uint8Array, decoder: TextDecoder, check: Check): Omit<SourceItem, 'where'> | null {
  const fail = (fault: string) => ({ record: null, faults: [fault], inexact: noneInexact })
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return fail('The line is not UTF-8.')
  }
  if (text.trim() === '') return null
  const inexact = new Map<object, Set<string>>()
  let value: unknown
  try {
    value = mayHaveInexact.test(text) ? parseExactly(text, inexact) : JSON.parse(text)
  } catch {
    return fail('This is no JSON object; NDJSON has one object a line.')
  }
  const checked = check(value)
  if ('faults' in checked) return { record: null, faults: checked.faults, inexact: noneInexact }
  return { record: checked.record, faults: [], inexact }
}

/** Only numbers that are written long can be rounded to a whole one. */
const mayHaveInexact = /\d{16}|[\d.]{17}|\d[eE]/

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

/** The lines as bytes; null for one that is over the limit. */
async function* readLines(file: Blob, hasher: Bun.CryptoHasher): AsyncGenerator<Uint8Array | null> {
  let pieces: Uint8Array[] = []
  let length = 0
  const take = () => {
    const line = length > lineBytesMax ? null : pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of file.stream()) {
    hasher.update(chunk)
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, end))
      length += end - start
      yield take()
      start = end + 1
    }
    length += chunk.length - start
    // Of a line that is too long only its length is kept.
    if (length > lineBytesMax) pieces = []
    else pieces.push(chunk.subarray(start))
  }
  if (length > 0) yield take()
}
