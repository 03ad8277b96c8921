// Mutations of the content model: collections are created, deleted, and changed by operations, which support a dry run.

import { useMutation } from '@tanstack/react-query'
import type { ModelOperation } from '../../../src/authoring/models/model-operations.ts'
import type { ModelView } from '../../../src/authoring/models/models.schema.ts'
import type { ModelChangeReport } from '../../../src/authoring/models/report/model-report.ts'
import { titleFieldOf } from '../../../src/content/fields/text-facts.ts'
import type { Collection, Component } from '../../../src/content/values/model.ts'
import { type SpaceApi, useSpaceApi } from '../space.ts'
import { useRefreshContent } from './content.ts'

export interface ModelChange {
  /** The collection's API name. */
  readonly collection: string
  /** The version of the model that the operations are based on. */
  readonly modelVersion: number
  readonly operations: readonly ModelOperation[]
}

/** The model after the change, or as it would be, and a report of the change's effects. */
export interface ModelChangeResult {
  readonly doc: ModelView
  readonly report: ModelChangeReport
}

const base = '/api/v1/collections'
const toPath = (collection: string) => `${base}/${encodeURIComponent(collection)}`

/** Asks the server for the effects of a change without applying it. Losses are reported, not refused. */
export function tryModelChange(api: SpaceApi, { collection, ...change }: ModelChange) {
  return api.request<ModelChangeResult>('POST', `${toPath(collection)}/changes`, { ...change, dryRun: true })
}

/** Applies a change. The caller refreshes the content after it has discarded the prepared change. */
export function useApplyModelChange() {
  const api = useSpaceApi()
  return useMutation({
    mutationFn: ({ collection, ...change }: ModelChange & { readonly acceptLosses: boolean }) =>
      api.request<ModelChangeResult>('POST', `${toPath(collection)}/changes`, change),
  })
}

/**
 * Creates collections and components in sequence, because later ones may refer to earlier ones. Creating an identical one again changes
 * nothing.
 */
export function useCreateModels() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: async (models: readonly (Collection | Component)[]) => {
      for (const model of models) await api.request('POST', base, model)
    },
    onSettled: refresh,
  })
}

/** Deletes a collection. The caller refreshes the content after it has left the collection's page. */
export function useDeleteCollection() {
  const api = useSpaceApi()
  return useMutation({
    mutationFn: ({ apiName, modelVersion }: Pick<ModelView, 'apiName' | 'modelVersion'>) =>
      api.request('DELETE', `${toPath(apiName)}?modelVersion=${modelVersion}`),
  })
}

/** Returns the field with the titles of entries; undefined if the collection has none. */
export function findTitleField({
  titleField,
  fields,
}: Pick<ModelView, 'titleField' | 'fields'>): ModelView['fields'][number] | undefined {
  const name = titleFieldOf({ titleField, fields })
  return fields.find(({ apiName }) => apiName === name)
}
