// Reads a file to import the way formats need it: by line, or as one JSON document.
import { statSync } from 'node:fs'
import { isNestedDeeper, type JsonPath, skimJson } from '../../base/json.ts'
import { decodeUtf8 } from '../../base/text.ts'
import { requireReadableFile } from '../../media/receive/readable-file.ts'
import { describeBadJson } from './bad-json.ts'
import { describeFolder } from './foreign-names.ts'
import { findOddities, type Oddity } from './json-oddities.ts'
import { countKeys } from './unknown-json.ts'

/** The maximum size of a file that is read as a whole and must fit into memory. NDJSON has no such limit. */
const documentBytesMax = 512 * 1024 * 1024
const headBytes = 1024

/**
 * The maximum nesting of a document, so that functions that walk it may recurse. Values with more than 64 levels are
 * left out and reported separately.
 */
const documentLevelsMax = 1000

interface JsonDocument {
  readonly text: string
  readonly value: unknown
}

/** The reason why a file cannot be read as a whole, as the end of a sentence. */
interface UnreadDocument {
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

  /** Reads the document once, even if several formats use it. */
  readDocument(): Promise<JsonDocument | UnreadDocument> {
    this.#document ??= parse(this.blob)
    return this.#document
  }

  /** Reads the beginning of the file, even if the rest is invalid. */
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

/** Finds numbers and keys that the text has but the value does not. `depthOf` returns the depth of field values. */
export function odditiesOf(
  { text, value }: JsonDocument,
  depthOf: (path: JsonPath) => number,
): readonly Oddity[] {
  const { keys, hasInexactNumber } = skimJson(text)
  return keys !== countKeys(value) || hasInexactNumber ? findOddities(text, depthOf) : []
}
