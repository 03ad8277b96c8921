// The queries of previews: their parameters, compared with the model.
import { Problem } from '../base/errors.ts'
import { parseSearch } from '../content/values/query-text.ts'
import type { SentParameter } from '../http/request-url.ts'
import { bindFields } from '../query/bind/bind-fields.ts'
import { bindSelection } from '../query/bind/bind-selection.ts'
import { describeMissing } from '../query/bind/missing-collection.ts'
import type { CollectionModel, SpaceModel } from '../query/bind/space-model.ts'
import type { Projection, Selection } from '../query/bound-query.ts'
import { parameterMeant } from '../query/parse/parameter-names.ts'
import {
  type ParsedParameters,
  parseEntryParameters,
  parseListParameters,
  parseWithout,
  type QueryParameters,
} from '../query/parse/parse-parameters.ts'
import { invalidQuery, type QueryError } from '../query/parse/query-errors.ts'

export function parsePreviewList(sent: readonly SentParameter[]): ParsedParameters {
  const refuse = (name: string) => (parameterMeant(name) === 'q' ? noSearch : refusePast(name))
  return parseWithout(sent, refuse, others => parseListParameters(others, parseSearch))
}

export function parsePreviewEntry(sent: readonly SentParameter[]): ParsedParameters {
  return parseWithout(sent, refusePast, parseEntryParameters)
}

// A preview refuses what it cannot do, because ignoring it would show something else than was asked for.
const noSearch: QueryError = { message: 'is not available in a preview: no index covers drafts' }
const noPast: QueryError = {
  message: 'is not available in a preview, which shows drafts as they are now',
}

function refusePast(name: string): QueryError | null {
  return name === 'at' ? noPast : null
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
