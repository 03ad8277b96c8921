// Describes a text that is in no import format by how it begins. foreign-json.ts describes JSON that can be parsed.

import { type Foreign, otherProduct } from '../read/foreign-names.ts'
import type { SourceFile } from '../read/source-file.ts'
import { describeJson, isOwnRecord, isSanityDocument } from './foreign-json.ts'

const linesMax = 100

/** `head` is the beginning of the file. */
export async function describeText(file: SourceFile, head: Uint8Array): Promise<Foreign | null> {
  const text = new TextDecoder().decode(head)
  const start = text.replace(/\r\n?/g, '\n').trimStart()
  if (start === '')
    return { what: 'a file of blanks, which has no records', advice: 'export the content again' }
  if (start.startsWith('<')) return describeMarkup(start)
  const document = await file.readDocument()
  if ('value' in document) return describeJson(document.value, !document.text.trim().includes('\n'))
  if (/^[[{]/.test(start)) return describeLines(start, document.problem, !text.includes('\n'))
  return describePlain(start, file.path)
}

const ownType = /"type"\s*:\s*"(?:collection|variant|asset|entry)"/
const onePerLine = 'write each on one line, as `jq -c . FILE` does'

/** Describes a text that begins like JSON. Returns null if the errors of its lines are more specific. */
function describeLines(start: string, problem: string, hasNoLineFeed: boolean): Foreign | null {
  const lines = start.split('\n').slice(0, linesMax)
  const values = lines.map(parseLine)
  const [first, firstLine] = [values[0], lines[0]!]
  if (isSanityDocument(first)) return otherProduct('a Sanity export')
  if (hasNoLineFeed && isOwnRecord(first)) {
    const advice = "end each with a line feed, as `tr '\\r' '\\n' < FILE` does"
    return { what: 'NDJSON whose lines end in CR alone', advice }
  }
  if (haveCommas(lines)) {
    const advice = "remove those at the ends of lines, as `sed 's/,$//' FILE` does"
    return { what: 'NDJSON with commas between its lines', advice }
  }
  const joined = first === undefined ? parseFirstOf(firstLine) : undefined
  if (joined !== undefined) {
    if (isOwnRecord(joined)) return { what: 'several records in one line', advice: onePerLine }
    return otherProduct('several JSON objects in one line')
  }
  // The last line may continue beyond the head.
  const isOwn = (line: string, place: number) =>
    isOwnRecord(values[place]) ||
    (line.startsWith('{') &&
      ownType.test(line) &&
      (line.trimEnd().endsWith('}') || place === lines.length - 1))
  if (lines.length === 1 || lines.some(isOwn)) return null
  if (first !== undefined) return otherProduct('lines of JSON that are no records of Frontlist')
  if (!start.startsWith('{') || !ownType.test(start))
    return { what: 'JSON that is damaged', advice: `it ${problem}, so export it again` }
  return { what: 'NDJSON whose objects are spread over several lines', advice: onePerLine }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Checks whether the lines are records that end in commas. The last line may have none. */
function haveCommas(lines: readonly string[]): boolean {
  const filled = lines.map(line => line.trim()).filter(line => line !== '')
  const isOwn = isOwnRecord(parseLine(filled[0]!.replace(/,$/, '')))
  return (
    isOwn && filled.every((line, place) => line.endsWith(',') || (place > 0 && place === filled.length - 1))
  )
}

const placesMax = 100

/** Returns the first of several objects that follow each other in a line. */
function parseFirstOf(line: string): unknown {
  const places = line.matchAll(/\}\s*(?=\{)/g).take(placesMax)
  for (const { index } of places) {
    const value = parseLine(line.slice(0, index + 1))
    if (value !== undefined) return value
  }
  return undefined
}

function describeMarkup(start: string): Foreign {
  if (/wordpress\.org\/export\//.test(start)) return otherProduct('a WordPress export (WXR)')
  if (/^<(?:!doctype\s+html|html)/i.test(start))
    return {
      what: 'an HTML page',
      advice: 'servers send one in place of a file when a download needs a login, so download it again',
    }
  if (/<rss[\s>]/.test(start)) return otherProduct('an RSS feed')
  return otherProduct('XML')
}

const markdown = /\.(?:md|mdx|markdown)$/i
const moduleLine =
  /^(?:export\s+(?:default|const|let|var|async|function|class|\{|\*)|module\.exports\b|exports\.\w)/m
const leadingComments = /^(?:\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/))+\s*/

function describePlain(start: string, path: string): Foreign | null {
  if (/^(?:---|\+\+\+)\s*\n/.test(start)) return otherProduct('Markdown with front matter')
  if (moduleLine.test(start) && !markdown.test(path)) return otherProduct('a JavaScript module')
  const uncommented = start.replace(leadingComments, '')
  if (uncommented !== start && /^[[{]/.test(uncommented))
    return { what: 'JSON with comments', advice: 'remove them, because JSON does not allow any' }
  const lines = start.split('\n')
  const firstLines = lines.slice(0, 5).filter(line => line !== '')
  const separator = [',', ';', '\t'].find(each => firstLines.every(line => line.includes(each)))
  if (
    /\.(?:csv|tsv)$/i.test(path) ||
    (separator !== undefined && firstLines.length > 1 && /^[\w" ]/.test(start))
  )
    return otherProduct('CSV')
  // The errors of its lines are more specific if some of them may be records.
  return lines.slice(0, linesMax).some(line => line.startsWith('{')) ? null : otherProduct('plain text')
}
