// Selects the entries of a list by conditions on the fields of their drafts, or sorts them by a field.
import { type FieldError, Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { nearestName } from '../../base/nearest-name.ts'
import { readModels } from '../../content/model/collections.store.ts'
import { fieldPrefix } from '../../content/model/query-model.ts'
import { type Collection, entryStates, type Field } from '../../content/values/model.ts'
import { parseSearch } from '../../content/values/query-text.ts'
import type { Reads } from '../../database/database.ts'
import { collectionNotFound } from '../../entries/entry-problems.ts'
import type { SentParameter } from '../../http/request-url.ts'
import { bindSelection } from '../../query/bind/bind-selection.ts'
import { SpaceModel } from '../../query/bind/space-model.ts'
import type { Selection } from '../../query/bound-query.ts'
import { parameterMeant } from '../../query/parse/parameter-names.ts'
import {
  noParameters,
  type ParsedParameters,
  parseListParameters,
  parseWithout,
  type QueryParameters,
} from '../../query/parse/parse-parameters.ts'
import { invalidQuery, type QueryError, shown, toFieldError } from '../../query/parse/query-errors.ts'
import { createDraftSource } from '../../query/scan/draft-source.ts'
import type { Pace } from '../../query/scan/pace.ts'
import { scanLimits } from '../../query/scan/scan-costs.ts'
import { scanEntries } from '../../query/scan/scan-entries.ts'
import { type EntriesQuery, fieldSortPattern } from './entry-list.schema.ts'
import { type EntryFilter, type EntryOrder, listEntryIds } from './entry-list.store.ts'

/** A list of one collection whose conditions, order or fields are compared with the model. */
export interface EntryQuery {
  readonly model: SpaceModel
  /** Null if the list has neither conditions nor an order by a field. */
  readonly selection: Selection | null
  /** The fields that items show; null if they show none. */
  readonly fields: readonly Field[] | null
  /** The variant whose values are compared and shown; null for the base. */
  readonly variant: string | null
}

const fieldsMax = 10

/** Parses the parameters that the model determines. */
export function parseEntryConditions(sent: readonly SentParameter[]): ParsedParameters {
  const refuse = (name: string) => elsewhere.get(parameterMeant(name) ?? '') ?? null
  return parseWithout(sent, refuse, others => parseListParameters(others, parseSearch))
}

/** The parameters of the content API that this list lacks. */
const elsewhere: ReadonlyMap<string, QueryError> = new Map([
  ['q', { message: 'is not a parameter of this list', didYouMean: 'search' }],
  [
    'variants',
    {
      message: 'is not a parameter of this list: queryVariant names the variant whose values it has',
      didYouMean: 'queryVariant',
    },
  ],
  [
    'depth',
    {
      message: 'is not a parameter of this list: fields adds references with what they lead to',
      didYouMean: 'fields',
    },
  ],
])

/** Checks whether the entries of the list must be read to select or to order them. */
export function needsScan({ sort }: EntriesQuery, parameters: QueryParameters | null): boolean {
  return fieldSortPattern.test(sort) || (parameters !== null && parameters.conditions.length > 0)
}

/** Returns null if the list needs no model. Throws one error with all errors of the parameters. */
export async function bindEntryQuery(
  reads: Reads,
  space: SpaceId,
  { collection, sort }: EntriesQuery,
  parameters: QueryParameters | null,
): Promise<EntryQuery | null> {
  const sortsByField = fieldSortPattern.test(sort)
  const sent = { ...(parameters ?? noParameters), ...(sortsByField && { sort: [sort] }) }
  const { conditions, fields: names, variant } = sent
  const errors = [...sent.errors]
  if (!sortsByField && conditions.length === 0 && names === null && variant === null) {
    if (errors.length > 0) throw invalidQuery(errors)
    return null
  }
  const [only, ...more] = collection ?? []
  if (only === undefined || more.length > 0) {
    throw invalidQuery([...errors, toFieldError('collection', oneCollection)])
  }
  const model = new SpaceModel(await readModels(reads, space))
  const found = model.find(only)
  if (found === null) throw errors.length > 0 ? invalidQuery(errors) : collectionNotFound()
  const { selection, errors: ofSelection } = bindSelection(sent, found, model)
  const fields = bindShownFields(names, found.collection)
  errors.push(...ofSelection, ...fields.errors)
  if (errors.length > 0) throw invalidQuery(errors)
  const { filter = [], any = [], not = [], sort: keys = [] } = selection ?? {}
  // A variant alone selects nothing.
  const selects = [filter, any, not, keys].some(part => part.length > 0)
  return { model, selection: selects ? selection : null, fields: fields.fields, variant }
}

const oneCollection: QueryError = {
  message:
    'must name one collection, because conditions, `fields` and orders by fields are those of its model',
}

function bindShownFields(
  names: readonly string[] | null,
  { apiName, fields }: Collection,
): { readonly fields: readonly Field[] | null; readonly errors: readonly FieldError[] } {
  if (names === null) return { fields: null, errors: [] }
  const found = new Map<string, Field>()
  const errors: FieldError[] = []
  for (const name of new Set(names)) {
    const bare = name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name
    const field = fields.find(one => one.apiName === name) ?? fields.find(one => one.apiName === bare)
    if (field) found.set(field.apiName, field)
    else {
      const near = nearestName(
        bare,
        fields.map(one => one.apiName),
      )
      const message = `${shown(name)}: ${apiName} has no such field`
      errors.push(toFieldError('fields', { message, ...(near !== null && { didYouMean: near }) }))
    }
  }
  if (found.size > fieldsMax) {
    const message = `has ${found.size} fields; ${fieldsMax} is the maximum`
    errors.push(toFieldError('fields', { message, max: fieldsMax }))
  }
  return { fields: [...found.values()], errors }
}

export interface SelectedEntries {
  /** The ids of the entries that match, in the order of the list. */
  readonly ids: readonly string[]
  /** The ids of those that match in any state, if all states were evaluated. */
  readonly inAnyState: readonly string[] | null
}

/** Evaluates the conditions for each entry that the filter leaves. With `allStates`, also for those in other states. */
export async function selectEntries(
  reads: Reads,
  space: SpaceId,
  { filter, order, allStates }: { filter: EntryFilter; order: EntryOrder; allStates: boolean },
  { model, selection }: EntryQuery & { readonly selection: Selection },
  pace: Pace,
): Promise<SelectedEntries> {
  const wide = allStates ? { ...filter, states: entryStates } : filter
  const given = selection.sort.length > 0 ? ({ key: 'id', isDescending: false } as const) : order
  const limit = scanLimits.entries + 1
  const ids = await listEntryIds(reads, space, wide, given, { limit, offset: 0 })
  if (ids.length > scanLimits.entries) throw tooMany(allStates)
  const source = createDraftSource({ reads, space, variant: selection.variant, pace })
  const matches = await scanEntries(ids, { selection, model, source, pace })
  if (!allStates) return { ids: matches, inAnyState: null }
  const inState = new Set(
    await listEntryIds(reads, space, { ...filter, ids: matches }, given, { limit, offset: 0 }),
  )
  return { ids: matches.filter(id => inState.has(id)), inAnyState: matches }
}

function tooMany(allStates: boolean): Problem {
  const max = scanLimits.entries.toLocaleString('en-US')
  const narrowing = allStates
    ? '`search`, `updatedBy` or `references`, or leave `stateCounts` out and add `state`'
    : '`state`, `search`, `updatedBy` or `references`'
  const detail = `Conditions and orders by fields are evaluated for at most ${max} entries, and the other parameters leave more. Narrow the list with ${narrowing}, or leave the conditions out.`
  return new Problem('query_too_costly', detail)
}
