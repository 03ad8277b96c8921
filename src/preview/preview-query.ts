// The queries of previews: their parameters, compared with the model.
import { type FieldError, Problem } from '../base/errors.ts'
import { parseSearch } from '../content/values/query-text.ts'
import type { SentParameter } from '../http/request-url.ts'
import { bindFields } from '../query/bind/bind-fields.ts'
import { bindSelection } from '../query/bind/bind-selection.ts'
import { describeMissing } from '../query/bind/missing-collection.ts'
import type { CollectionModel, SpaceModel } from '../query/bind/space-model.ts'
import type { Projection, Selection } from '../query/bound-query.ts'
import {
  type ParsedParameters,
  parseEntryParameters,
  parseListParameters,
  type QueryParameters,
} from '../query/parse/parse-parameters.ts'
import { invalidQuery } from '../query/parse/query-errors.ts'

export function parsePreviewList(sent: readonly SentParameter[]): ParsedParameters {
  return withoutPast(sent, others => parseListParameters(others, parseSearch))
}

export function parsePreviewEntry(sent: readonly SentParameter[]): ParsedParameters {
  return withoutPast(sent, parseEntryParameters)
}

const noParameters: QueryParameters = {
  conditions: [],
  sort: null,
  search: null,
  variant: null,
  fields: null,
  errors: [],
}

/** Refuses what a preview cannot do, because ignoring it would show something else than was asked for. */
function withoutPast(
  sent: readonly SentParameter[],
  parse: (sent: readonly SentParameter[]) => ParsedParameters,
): ParsedParameters {
  const parsed = parse(sent.filter(({ name }) => name !== 'at'))
  const refused: FieldError[] = []
  if (sent.some(({ name }) => name === 'at'))
    refused.push({
      in: 'query',
      name: 'at',
      message: 'is not available in a preview, which shows drafts as they are now',
    })
  if (parsed.parameters?.search)
    refused.push({ in: 'query', name: 'q', message: 'is not available in a preview: no index covers drafts' })
  if (refused.length === 0) return parsed
  const parameters = parsed.parameters ?? noParameters
  return { ...parsed, parameters: { ...parameters, errors: [...parameters.errors, ...refused] } }
}

/** Checks whether the entries of the list must be read to select or to order them. */
export function needsScan(parameters: QueryParameters | null): boolean {
  return parameters !== null && (parameters.conditions.length > 0 || parameters.sort !== null)
}

export interface BoundPreview {
  readonly collection: CollectionModel
  readonly selection: Selection | null
  readonly projection: Projection | null
}

/** Throws an error that lists everything that is wrong, provided that the collection exists. */
export function bindPreview(
  apiName: string | null,
  parameters: QueryParameters | null,
  model: SpaceModel,
  names: readonly string[],
): BoundPreview {
  const collection = apiName === null ? null : model.find(apiName)
  if (collection === null) {
    if (parameters !== null && parameters.errors.length > 0) throw invalidQuery(parameters.errors)
    throw new Problem('collection_not_found', describeMissing(apiName, names))
  }
  if (parameters === null) return { collection, selection: null, projection: null }
  const { selection, errors } = bindSelection(parameters, collection, model)
  const fields = bindFields(parameters.fields, collection, model)
  const all = [...parameters.errors, ...errors, ...fields.errors]
  if (all.length > 0) throw invalidQuery(all)
  return { collection, selection: needsScan(parameters) ? selection : null, projection: fields.projection }
}
