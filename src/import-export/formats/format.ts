// The interface of an import format. formats.ts has the list of formats.
import type { ImportSource } from '../read/import-source.ts'
import type { SourceFile } from '../read/source-file.ts'

/**
 * How to import an entry that was edited after its publication: publish its latest values, or import it as a draft.
 */
export const changedPolicies = ['latest', 'draft'] as const
export type ChangedPolicy = (typeof changedPolicies)[number]

export interface ConvertOptions {
  /** If absent, a file with such entries is rejected. */
  readonly changed: ChangedPolicy | undefined
  /** The folder of the files, if one is named. */
  readonly assets: string | undefined
}

export interface Format {
  /** The name that `--format` takes. */
  readonly name: string
  /** Whether the file's content is in this format. */
  detect(file: SourceFile): Promise<boolean>
  /** Throws a Refusal if the file is not in this format: `--format` may have named the wrong one. */
  convert(file: SourceFile, options: ConvertOptions): Promise<ImportSource>
}
