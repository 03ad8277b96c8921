// What an import format is. sources.ts has the list of them.
import type { ImportSource } from './import-source.ts'
import type { SourceFile } from './source-file.ts'

/** What becomes of an entry that was changed after its publication: its latest values go live, or it is a draft. */
export const changedPolicies = ['latest', 'draft'] as const
export type ChangedPolicy = (typeof changedPolicies)[number]

export interface ConvertOptions {
  /** A file with such entries is refused where this is absent. */
  readonly changed: ChangedPolicy | undefined
}

export interface Format {
  /** As `--format` takes it. */
  readonly name: string
  /** Whether the file is in this format, by its content. */
  detect(file: SourceFile): Promise<boolean>
  /** Throws a Refusal for a file that is not in this format: it may have been named by `--format`. */
  convert(file: SourceFile, options: ConvertOptions): Promise<ImportSource>
}
