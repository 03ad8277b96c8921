// The list of import formats, and format detection.

import type { ChangedPolicy, Format } from './format.ts'
import { contentful } from './formats/contentful/format.ts'
import { ndjson } from './formats/ndjson-format.ts'
import type { ImportSource } from './import-source.ts'
import { SourceFile } from './source-file.ts'

/** In detection order. */
const formats: readonly Format[] = [ndjson, contentful]

export const formatNames: readonly string[] = formats.map(({ name }) => name)

export interface SourceOptions {
  readonly changed?: ChangedPolicy | undefined
  readonly assets?: string | undefined
  /** One of {@link formatNames}; detected if absent. */
  readonly format?: string | undefined
}

/** A file in no known format is read as NDJSON, whose errors name the line. */
export async function openSource(
  path: string,
  { format, changed, assets }: SourceOptions,
): Promise<ImportSource> {
  const file = new SourceFile(path)
  const chosen = format === undefined ? await detectFormat(file) : formats.find(({ name }) => name === format)
  return (chosen ?? ndjson).convert(file, { changed, assets })
}

async function detectFormat(file: SourceFile): Promise<Format | undefined> {
  for (const format of formats) if (await format.detect(file)) return format
  return undefined
}
