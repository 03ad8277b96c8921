// The list of import formats, and format detection.

import type { ImportSource } from '../read/import-source.ts'
import { SourceFile } from '../read/source-file.ts'
import { contentful } from './contentful/format.ts'
import { refuseForeign } from './foreign-file.ts'
import type { ChangedPolicy, Format } from './format.ts'
import { ndjson } from './ndjson-format.ts'

/** In detection order. */
const formats: readonly Format[] = [ndjson, contentful]

export const formatNames: readonly string[] = formats.map(({ name }) => name)

interface SourceOptions {
  readonly changed?: ChangedPolicy | undefined
  readonly assets?: string | undefined
  /** One of {@link formatNames}; detected if absent. */
  readonly format?: string | undefined
}

/**
 * Opens a file. If it is in no known format, the refusal says what it looks like. Files in Frontlist's own format are
 * read even if lines have errors, and the errors name the line.
 */
export async function openSource(
  path: string,
  { format, changed, assets }: SourceOptions,
): Promise<ImportSource> {
  const file = new SourceFile(path)
  const named = formats.find(({ name }) => name === format)
  const chosen = named ?? (await detectFormat(file))
  if (chosen === undefined || (named !== undefined && !(await named.detect(file)))) {
    const refusal = await refuseForeign(file)
    if (refusal !== null) throw refusal
  }
  return (chosen ?? ndjson).convert(file, { changed, assets })
}

async function detectFormat(file: SourceFile): Promise<Format | undefined> {
  for (const format of formats) if (await format.detect(file)) return format
  return undefined
}
