// Frontlist's own format, read a line at a time: a file of any size, each line of at most 16 MiB.
import { checkRecord } from './record-check.ts'
import type { ImportRecord } from './records.ts'

const lineBytesMax = 16 * 1024 * 1024

/** One record of a source, or what is wrong with it. `where` is how a person finds it: `line 3`. */
export interface SourceItem {
  readonly where: string
  readonly record: ImportRecord | null
  readonly faults: readonly string[]
  readonly inexact: ReadonlySet<number>
}

const noneInexact: ReadonlySet<number> = new Set()

export async function* readNdjson(file: Blob): AsyncGenerator<SourceItem> {
  let number = 0
  for await (const line of readLines(file)) {
    number++
    const where = `line ${number}`
    if (line === null) {
      yield { where, record: null, faults: ['The line is over 16 MiB.'], inexact: noneInexact }
    } else if (line.byteLength > 0) {
      const item = parseLine(line)
      if (item) yield { where, ...item }
    }
  }
}

function parseLine(bytes: Uint8Array): Omit<SourceItem, 'where'> | null {
  const fail = (fault: string) => ({ record: null, faults: [fault], inexact: noneInexact })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail('The line is not UTF-8.')
  }
  if (text.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('This is no JSON object.')
  }
  const checked = checkRecord(value)
  if ('faults' in checked) return { record: null, faults: checked.faults, inexact: noneInexact }
  return { record: checked.record, faults: [], inexact: findInexactIntegers(text) }
}

/** Integers that `JSON.parse` had to round, in the form in which it gave them. Only long numbers can be among them. */
function findInexactIntegers(text: string): ReadonlySet<number> {
  if (!/\d{16}|\d[eE]/.test(text)) return noneInexact
  const inexact = new Set<number>()
  JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      const source = context?.source ?? ''
      if (!/^-?\d+$/.test(source) || BigInt(source) !== BigInt(value)) inexact.add(value)
    }
    return value
  })
  return inexact
}

/** The lines as bytes; null for one that is over the limit. */
async function* readLines(file: Blob): AsyncGenerator<Uint8Array | null> {
  let pieces: Uint8Array[] = []
  let length = 0
  const take = () => {
    const line = length > lineBytesMax ? null : pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of file.stream()) {
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
