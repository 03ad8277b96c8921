// A file to import, read the way formats need it: by line, or whole as JSON.
import { statSync } from 'node:fs'
import { isNestedDeeper } from '../../base/json/json-nesting.ts'
import { type JsonPath, skimJson } from '../../base/json/json-text.ts'
import { decodeUtf8 } from '../../base/utf8.ts'
import { requireReadableFile } from '../../media/receive/readable-file.ts'
import { describeBadJson } from './bad-json.ts'
import { describeFolder } from './foreign-names.ts'
import { findOddities, type Oddity } from './json-oddities.ts'
import { countKeys } from './unknown-json.ts'

/** A file that is read whole must fit into memory. NDJSON has no such limit. */
const documentBytesMax = 512 * 1024 * 1024
const headBytes = 1024

/**
 * Values with more than 64 levels are left out and reported. This limit is for everything else in the file, so that
 * whatever walks a document may recurse.
 */
const documentLevelsMax = 1000

export interface JsonDocument {
  readonly text: string
  readonly value: unknown
}

/** Why a file cannot be read whole: the end of a sentence about it. */
export interface UnreadDocument {
  readonly problem: string
}

export class SourceFile {
  readonly path: string
  #document: Promise<JsonDocument | UnreadDocument> | null = null

  constructor(path: string) {
    // The file is read twice, so a pipe does not work.
    requireReadableFile(
      path,
      isFolder(path) ? describeFolder(path) : 'Save the content to one and import that.',
    )
    this.path = path
  }

  get blob(): Blob {
    return Bun.file(this.path)
  }

  /** Read once, however many formats use it. */
  readDocument(): Promise<JsonDocument | UnreadDocument> {
    this.#document ??= parse(this.blob)
    return this.#document
  }

  /** How the file begins, whatever else is in it. */
  readHead(): Promise<string> {
    return this.blob.slice(0, headBytes).text()
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

async function parse(blob: Blob): Promise<JsonDocument | UnreadDocument> {
  if (blob.size > documentBytesMax) return { problem: 'is over 512 MiB' }
  const text = decodeUtf8(await blob.bytes())
  if (text === null) return { problem: 'is not UTF-8' }
  if (isNestedDeeper(text, documentLevelsMax))
    return { problem: `is nested deeper than ${documentLevelsMax} levels` }
  try {
    return { text, value: JSON.parse(text) }
  } catch (error) {
    return { problem: describeBadJson(text, error) }
  }
}

/** Numbers and keys that are in the text but not in the value; `depthOf` returns the depth of field values in it. */
export function odditiesOf(
  { text, value }: JsonDocument,
  depthOf: (path: JsonPath) => number,
): readonly Oddity[] {
  const { keys, hasInexactNumber } = skimJson(text)
  return keys !== countKeys(value) || hasInexactNumber ? findOddities(text, depthOf) : []
}
