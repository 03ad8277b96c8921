// The interface of an import format. formats.ts has the list of formats.
import type { ImportSource } from '../read/import-source.ts'
import type { SourceFile } from '../read/source-file.ts'

/** For entries that were edited after their publication: `latest` publishes the latest values, `draft` imports a draft. */
export const changedPolicies = ['latest', 'draft'] as const
export type ChangedPolicy = (typeof changedPolicies)[number]

interface ConvertOptions {
  /** If absent, a file with such entries is refused. */
  readonly changed: ChangedPolicy | undefined
  /** The folder of the files, if one was given. */
  readonly assets: string | undefined
}

export interface Format {
  /** The value of `--format`. */
  readonly name: string
  /** Checks whether the file's content is in this format. */
  detect(file: SourceFile): Promise<boolean>
  /** Throws a Refusal if the file is not in this format, because `--format` may have named the wrong one. */
  convert(file: SourceFile, options: ConvertOptions): Promise<ImportSource>
}
