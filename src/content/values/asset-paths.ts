// The paths at which files are delivered, and their occurrences in texts, with any host before them.
import type { SpaceId } from '../../base/ids.ts'
import type { Json } from './model.ts'

export function toAssetPath(space: SpaceId, sha256: string, filename: string): string {
  return `${pathHead(space)}${sha256}/${encodeURIComponent(filename)}`
}

function pathHead(space: SpaceId): string {
  return `/assets/${space}/`
}

/** The beginning of a file's path in a text. */
export interface PathBeginning {
  readonly sha256: string
  /** The text after the hash: a percent-encoded file name, and any text that follows it. */
  readonly rest: string
}

/** Checks whether JSON may contain such a path. JSON does not escape slashes. */
export function mayHoldPath(space: SpaceId, json: string): boolean {
  return json.includes(pathHead(space))
}

const hashLength = 64
const hash = /^[0-9a-f]{64}\/$/

/** Lists the path beginnings in all strings of the JSON text. */
export function listPathBeginnings(space: SpaceId, json: string): PathBeginning[] {
  const head = pathHead(space)
  const found: PathBeginning[] = []
  eachText(JSON.parse(json) as Json, text => findIn(text, head, found))
  return found
}

const foreignPath = /\/assets\/([0-9A-Za-z]+)\/[0-9a-f]{64}\/[\w.!~*'()%-]*/g

/** Lists the paths of other spaces' files in the strings of a value, as they are written. */
export function listForeignPaths(space: SpaceId, value: Json): string[] {
  const found: string[] = []
  eachText(value, text => {
    if (!text.includes('/assets/')) return
    for (const [path, of] of text.matchAll(foreignPath)) if (of !== space) found.push(path)
  })
  return found
}

function eachText(json: Json, onText: (text: string) => void): void {
  // Iterative, because values may be deeply nested.
  const open: Json[] = [json]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') onText(value)
    else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value) as Json[]) open.push(part)
    }
  }
}

/** The maximum number of characters that are compared with file names. No address is longer. */
const restLengthMax = 2048

function findIn(text: string, head: string, found: PathBeginning[]): void {
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    const start = at + head.length
    const rest = start + hashLength + 1
    if (!hash.test(text.slice(start, rest))) continue
    found.push({ sha256: text.slice(start, rest - 1), rest: text.slice(rest, rest + restLengthMax) })
  }
}

/** Returns the candidate with the longest name that the text begins with, or null. */
export function findLongestName<Named extends { readonly filename: string }>(
  rest: string,
  candidates: readonly Named[],
): Named | null {
  let longest: Named | null = null
  let length = -1
  for (const candidate of candidates) {
    const encoded = encodeURIComponent(candidate.filename)
    if (encoded.length <= length || !rest.startsWith(encoded)) continue
    longest = candidate
    length = encoded.length
  }
  return longest
}
