// Runs several operations on entries in one transaction, either all or none.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import { type FieldError, Problem } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { toPointer } from '../../base/json.ts'
import type { TargetRow } from '../../content/tables/draft-references.store.ts'
import type { EntryState } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import type { CreateInput } from '../../entries/create-entry.ts'
import type { Failure } from '../../entries/entry-problems.ts'
import type { EntryInTransaction, EntryTransaction } from '../../entries/entry-transaction.ts'
import { type FinishedTransaction, TransactionFailed } from '../../entries/finish-transaction.ts'
import { makeUsualSlug } from '../../entries/unique-slug.ts'
import { invalidBody, parseFields, withFurther } from '../../http/body.ts'
import { requireCallerPresent } from '../../http/problem.ts'
import { listContentErrors, type SentEntry } from '../entries/content-errors.ts'
import { changeEntries, type EntriesParts, type Work } from '../entries/entries.service.ts'
import { readEntryItems } from '../entries/entry-list.store.ts'
import { type AnyOperation, operations } from './operations.ts'

interface ParsedOperation extends AnyOperation {
  readonly body: Record<string, unknown>
}

/** A parsed operation with its valid fields. `operation` is null if its name is unknown. */
interface SentOperation {
  readonly operation: AnyOperation | null
  readonly body: Record<string, unknown>
  readonly errors: readonly FieldError[]
}

/** Thrown to roll back a dry run. Carries its result. */
class DryRun extends Error {
  constructor(readonly result: object) {
    super('A dry run.')
  }
}

export async function runOperations(
  parts: EntriesParts,
  caller: Caller,
  sent: readonly unknown[],
  { isDryRun, signal }: { readonly isDryRun: boolean; readonly signal: AbortSignal },
): Promise<object> {
  const { space } = caller
  const result = changeEntries(
    parts,
    caller,
    listRights(sent),
    async work => {
      const read = sent.map(each => readOperation(each, () => newId(parts.random)))
      if (read.some(({ errors }) => errors.length > 0)) throw await toMalformed(work.transaction, read)
      return runAll(
        work,
        read.map(({ operation, body }) => ({ ...operation!, body })),
      )
    },
    async ({ result, finished, reads }) => {
      const list = await toList(reads, space, result, finished)
      if (isDryRun) throw new DryRun(list)
      await yieldToEventLoop()
      requireCallerPresent(signal)
      return list
    },
  )
  return result.catch(error => {
    if (error instanceof DryRun) return error.result
    throw error instanceof TransactionFailed ? toRefusal(error.failures) : error
  })
}

/** Lists the required rights. They are checked first, so that a caller who lacks one learns nothing else. */
function listRights(sent: readonly unknown[]): ContentRight[] {
  const needed = sent.map(each => operations[String((each as { op?: unknown } | null)?.op)]?.right ?? 'read')
  return [...new Set(needed)]
}

function readOperation(sent: unknown, makeId: () => string): SentOperation {
  const refused = (error: Omit<FieldError, 'in'>): SentOperation => ({
    ...{ operation: null, body: {} },
    errors: [{ in: 'body', ...error }],
  })
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return refused({ name: '', message: 'must be an object' })
  const { op, ...body } = sent as Record<string, unknown>
  const operation = typeof op === 'string' && Object.hasOwn(operations, op) ? operations[op] : undefined
  if (!operation) {
    const allowed = Object.keys(operations)
    return refused({ name: 'op', message: `must be one of ${allowed.join(', ')}`, allowed })
  }
  const { values, errors } = parseFields(operation.schema, body)
  // A create operation may leave out its id.
  return { operation, body: { id: makeId(), ...values }, errors }
}

/** Returns the errors of all malformed operations, including the errors of their values. */
async function toMalformed(transaction: EntryTransaction, sent: readonly SentOperation[]): Promise<Problem> {
  await transaction.load(sent.map(({ body }) => String(body.id)))
  const errors: FieldError[] = []
  for (const [index, { operation, body, errors: ofFields }] of sent.entries()) {
    const there = await transaction.find(String(body.id))
    const model = there?.model ?? transaction.models.get((body as SentEntry).collection ?? '') ?? null
    const ofContent =
      operation !== null && 'data' in operation.schema.shape
        ? listContentErrors(model, body as SentEntry, transaction.variants, there?.draft)
        : []
    const all = withFurther(ofFields, ofContent)
    if (all.length > 0) errors.push(...placed(toPointer('operations', index), invalidBody(all)))
  }
  return invalidBody(errors)
}

/** Returns the errors of an operation, prefixed with its place. */
function placed(place: string, { errors = [], code, detail }: Problem): FieldError[] {
  if (errors.length === 0) {
    const name = code === 'slug_taken' ? `${place}/slug` : place
    return [{ in: 'body', name, message: detail, code }]
  }
  return errors.map(error => ({
    ...error,
    in: error.in === 'draft' ? 'draft' : 'body',
    name: place + (error.name === '' || error.name.startsWith('/') ? error.name : toPointer(error.name)),
    code: error.code ?? code,
  }))
}

/**
 * Runs every operation, so that all errors are reported at once. Consequential errors are left out: an operation without
 * a version relies on the one before it, and is skipped if that one failed.
 */
async function runAll(
  work: Work,
  parsed: readonly ParsedOperation[],
): Promise<readonly EntryInTransaction[]> {
  const { transaction } = work
  const failures: Failure[] = []
  const done: EntryInTransaction[] = []
  const written = new Set<string>()
  const failed = new Set<string>()
  await transaction.load(parsed.map(({ body }) => String(body.id)))
  transaction.expected = await listExpected(transaction, parsed)
  for (const [index, { body, run, schema }] of parsed.entries()) {
    transaction.operation = index
    const id = String(body.id)
    if (failed.has(id) && isVersionLeftOut(schema, body)) continue
    try {
      if (!written.has(id) && isVersionLeftOut(schema, body)) {
        throw invalidBody([{ in: 'body', name: 'draftVersion', message: 'is required' }])
      }
      const entry = await run(work, body)
      written.add(entry.id)
      done.push(entry)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 403) throw error
      failed.add(id)
      failures.push({ operation: index, problem: 'data' in schema.shape ? withPlaces(error) : error })
    }
  }
  transaction.expected = []
  if (failures.length > 0) throw new TransactionFailed(failures)
  return done
}

/** Lists the entries that these operations create and the slugs that they assign, because references may target them. */
async function listExpected(
  transaction: EntryTransaction,
  parsed: readonly ParsedOperation[],
): Promise<TargetRow[]> {
  const expected: TargetRow[] = []
  const created = new Map<string, string>()
  for (const { body } of parsed) {
    const { id, slug, collection, data } = body as Partial<CreateInput> & { readonly id: string }
    const known = (await transaction.find(id))?.model.apiName ?? created.get(id)
    const model = transaction.models.get(known ?? collection ?? '')
    if (!model) continue
    const { apiName } = model
    if (known === undefined) created.set(id, apiName)
    const given = slug ?? (known === undefined ? makeUsualSlug(model, id, data ?? {}) : null)
    if (given !== null) expected.push({ id, collection: apiName, slug: given, title: null, state: 'draft' })
  }
  return expected
}

/** Adds the conflicting paths to the errors of a draft conflict. */
function withPlaces(problem: Problem): Problem {
  const { code, detail, members } = problem
  if (code !== 'draft_conflict') return problem
  const message = `was changed; the draft is at version ${members.draftVersion} now`
  const errors = (members.paths as readonly string[]).map(name => ({ in: 'body', name, message }) as const)
  return new Problem(code, detail, { members, errors })
}

function isVersionLeftOut(
  { shape }: AnyOperation['schema'],
  { draftVersion }: Record<string, unknown>,
): boolean {
  return 'draftVersion' in shape && draftVersion === undefined
}

/** The number of errors in a response that a person will still read. */
const errorsMax = 50

/** Returns a 400 if operations are malformed; otherwise the refusals of the others. */
function toRefusal(failures: readonly Failure[]): Problem {
  const malformed = failures.filter(({ problem }) => problem.status === 400)
  const shown = malformed.length > 0 ? malformed : failures
  const errors = shown
    .flatMap(({ operation, problem }) => placed(toPointer('operations', operation), problem))
    .slice(0, errorsMax)
  if (malformed.length > 0) return invalidBody(errors)
  const detail = errors.map(({ name, message }) => `${name}: ${message}`).join(' ')
  return new Problem('operations_refused', `Nothing was changed. ${detail}`, { errors })
}

async function toList(
  reads: Reads,
  space: Caller['space'],
  done: readonly EntryInTransaction[],
  { published }: FinishedTransaction,
): Promise<object> {
  const ids = [...new Set(done.map(({ id }) => id))]
  const rows = new Map((await readEntryItems(reads, space, ids)).map(row => [row.id, row]))
  const list = done.map(({ id }) => {
    const row = rows.get(id)!
    const version = published.get(id)?.version ?? row.version
    return { id, state: row.state as EntryState, draftVersion: row.draft_version, version }
  })
  return { list, count: list.length }
}
