// Runs `frontlist-types`: generates the file once, checks it, or watches the model.
import { generateTypes } from '../codegen/generate-types.ts'
import { type Arguments, help, readArguments, UsageError } from './arguments.ts'
import { CommandError, fetchSchema, readSchemaFile, ServerAway, toOrigin } from './schema-source.ts'
import { describeDifference } from './types-difference.ts'
import { hasSameTypes, readTypes, writeTypes } from './types-file.ts'

/** The parts of the process that the command uses. */
export interface Surroundings {
  /** From `FRONTLIST_KEY`. */
  readonly key: string | undefined
  /** Writes to standard output. */
  readonly write: (text: string) => void
  /** Writes a line to standard error. */
  readonly note: (line: string) => void
  /** Resolves after the given milliseconds, or when the signal is aborted. */
  readonly wait: (ms: number) => Promise<void>
  /** Ends `--watch`. */
  readonly signal: AbortSignal
}

const awayWaitMaxMs = 30_000
/** The exit code that shells report for a command ended by Ctrl-C. */
const interruptedCode = 130

/** Runs the command and returns its exit code. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const given = readArguments(args, surroundings.key)
    if (given === null) {
      surroundings.write(`${help}\n`)
      return 0
    }
    if (given.mode === 'watch') return await watch(given, surroundings)
    const text = toText(given, await readModel(given, surroundings.signal))
    return await (given.mode === 'check' ? check : save)(given, text, surroundings)
  } catch (error) {
    if (surroundings.signal.aborted) return args.includes('--watch') ? 0 : interruptedCode
    surroundings.note(`frontlist-types: ${error instanceof Error ? error.message : error}`)
    if (!(error instanceof UsageError)) return 1
    surroundings.note('See frontlist-types --help.')
    return 2
  }
}

async function readModel({ source }: Arguments, signal: AbortSignal): Promise<unknown> {
  if ('schemaFile' in source) return readSchemaFile(source.schemaFile)
  return (await fetchSchema(source, null, signal))?.model
}

function toText({ source, trustRules, jsonTypes }: Arguments, model: unknown): string {
  try {
    const url = 'url' in source ? toOrigin(source.url) : undefined
    return generateTypes(model, { url, trustRules, jsonTypes })
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message)
    throw error
  }
}

async function save({ out, mode }: Arguments, text: string, { write, note }: Surroundings): Promise<number> {
  if (out === null) {
    write(text)
    return 0
  }
  const before = await readTypes(out)
  if (before === text) {
    if (mode === 'write') note(`${out} is up to date.`)
    return 0
  }
  await writeTypes(out, text)
  const differences = before === null ? [] : describeDifference(before, text)
  for (const line of differences.length > 0 ? differences : [`${out}: written.`]) note(line)
  return 0
}

async function check({ out }: Arguments, text: string, { note }: Surroundings): Promise<number> {
  const before = await readTypes(out!)
  if (before !== null && hasSameTypes(before, text)) {
    note(`${out} is up to date.`)
    return 0
  }
  if (before === null) note(`${out} is missing.`)
  else {
    const differences = describeDifference(before, text)
    note(`${out} differs from the model${differences.length > 0 ? ':' : ', though not in its fields.'}`)
    for (const line of differences) note(line)
  }
  return 1
}

/** Polls the model until the signal is aborted. Waits while the server is unavailable; throws any other error. */
async function watch(given: Arguments, surroundings: Surroundings): Promise<number> {
  const { source, intervalMs } = given
  if ('schemaFile' in source) return 1
  const { note, wait, signal } = surroundings
  let etag: string | null = null
  let awayMs = 0
  while (!signal.aborted) {
    try {
      const fetched = await fetchSchema(source, etag, signal)
      awayMs = 0
      if (fetched !== null) {
        etag = fetched.etag
        await save(given, toText(given, fetched.model), surroundings)
      }
    } catch (error) {
      if (!(error instanceof ServerAway) || signal.aborted) throw error
      if (awayMs === 0) note(`${error.message} Waiting for it.`)
      awayMs = Math.min(Math.max(awayMs * 2, intervalMs), Math.max(awayWaitMaxMs, intervalMs))
    }
    if (!signal.aborted) await wait(awayMs || intervalMs)
  }
  return 0
}
