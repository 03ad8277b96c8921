// Reads model changes from a file for the command line, and applies all of them in one transaction and one revision, of
// any size.
import { z } from 'zod'
import { toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem, Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { isNestedDeeper, visitJson } from '../../base/json.ts'
import { counted } from '../../base/text.ts'
import type { Database } from '../../database/database.ts'
import { applyModelChanges } from './model-changes.service.ts'
import { toErrors } from './model-operations.ts'
import type { ModelChange } from './plan/plan-change.ts'
import type { ModelChangeReport } from './report/model-report.ts'

interface ModelFileOptions {
  readonly clock: Clock
  readonly acceptLosses: boolean
  readonly dryRun: boolean
  readonly onProgress: (done: number, total: number) => void
}

export interface AppliedChange {
  readonly collection: string
  readonly modelVersion: number
  readonly report: ModelChangeReport
}

type FileChange = Omit<ModelChange, 'acceptLosses'>

const changeShape = z.strictObject({
  collection: z.string('must be the API name of a collection'),
  modelVersion: z.int('must be an integer'),
  operations: z.array(z.unknown(), 'must be a list'),
})

/** A stored value has at most 64 levels; the other levels are for the operation around it. */
const levelsMax = 72

/** Parses the file. Throws a Refusal that lists every error of shape. */
export function parseModelFile(text: string): FileChange[] {
  if (isNestedDeeper(text, levelsMax))
    throw refuse([`It must not be nested deeper than ${levelsMax} levels.`])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse(['It must be JSON.'])
  }
  const repeated: string[] = []
  visitJson(text, {
    onRepeatedKey: key => void repeated.push(`The key "${key}" must be given only once.`),
  })
  const isList = Array.isArray(value)
  const sent = isList ? (value as unknown[]) : [value]
  const changes: FileChange[] = []
  const errors = sent.flatMap((each, index) => {
    const result = changeShape.safeParse(each)
    if (result.success) changes.push(result.data)
    return toErrors(result.error?.issues ?? [], each, isList ? `/${index}` : '')
  })
  const names = changes.map(({ collection }) => collection)
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  const texts = [
    ...repeated,
    ...errors.map(({ path, message }) => `${path || 'It'} ${message}.`),
    ...(sent.length === 0 ? ['It must have a change.'] : []),
    ...[...twice].map(name => `It changes "${name}" twice: write its operations into one change.`),
  ]
  if (texts.length > 0) throw refuse(texts)
  return changes
}

function refuse(details: readonly string[]): Refusal {
  return new Refusal('The file does not describe a model change. Nothing was changed.', details)
}

/** Applies the changes. Throws a Refusal if one of them is refused. */
export function applyModelFile(
  database: Database,
  space: SpaceId,
  changes: readonly FileChange[],
  options: ModelFileOptions,
): Promise<AppliedChange[]> {
  const { acceptLosses, ...others } = options
  const context = { ...others, by, entriesMax: Number.POSITIVE_INFINITY, toError: toRefusal }
  const accepted = changes.map(change => ({ ...change, acceptLosses }))
  return applyModelChanges(database, space, accepted, context, async results =>
    results.map(({ model, modelVersion, report }) => ({ collection: model.apiName, modelVersion, report })),
  )
}

const by = toActorText({ kind: 'command', name: 'frontlist model apply' })

function toRefusal(collection: string, problem: unknown): unknown {
  if (!(problem instanceof Problem)) return problem
  const details = problem.errors?.map(({ name, message }) => `${name} ${message}.`) ?? lossesOf(problem)
  if (details.length === 0) return new Refusal(`${collection}: ${problem.detail}`)
  const what = problem.errors ? 'the change is invalid' : 'values would be lost'
  const hint = problem.errors ? '' : ' To accept the loss, use --accept-losses.'
  return new Refusal(`${collection}: ${what}. Nothing was changed.${hint}`, details)
}

function lossesOf({ members }: Problem): string[] {
  const { report } = members as { readonly report?: ModelChangeReport }
  return (report?.losses ?? []).map(
    ({ field, reason, count, ids }) =>
      `${field}: ${reason}, in ${counted(count, 'entry', 'entries')}: ${ids.join(', ')}.`,
  )
}
