// The content model: collections are added and deleted, and changed by operations that can be tried before.
import { useMutation } from '@tanstack/react-query'
import type { ModelOperation } from '../../../src/authoring/models/model-operations.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import type { ModelChangeReport } from '../../../src/authoring/models/report/model-report.ts'
import type { Collection } from '../../../src/content/values/model.ts'
import { type SpaceApi, useSpaceApi } from '../space.ts'
import { useRefreshContent } from './content.ts'

export interface ModelChange {
  /** API name. */
  readonly collection: string
  /** The version that the operations were made for. */
  readonly modelVersion: number
  readonly operations: readonly ModelOperation[]
}

/** The model as it is, or would be, after a change, and what the change does. */
export interface ModelChangeResult {
  readonly doc: CollectionModelView
  readonly report: ModelChangeReport
}

const base = '/api/v1/collections'
const toPath = (collection: string) => `${base}/${encodeURIComponent(collection)}`

/** Asks the server what the change would do. Nothing is changed, and losses are no error. */
export function tryModelChange(api: SpaceApi, { collection, ...change }: ModelChange) {
  return api.request<ModelChangeResult>('POST', `${toPath(collection)}/changes`, { ...change, dryRun: true })
}

/** The caller refreshes the content: what it has prepared must be gone by then. */
export function useApplyModelChange() {
  const api = useSpaceApi()
  return useMutation({
    mutationFn: ({ collection, ...change }: ModelChange & { readonly acceptLosses: boolean }) =>
      api.request<ModelChangeResult>('POST', `${toPath(collection)}/changes`, change),
  })
}

/** One after the other, because later ones may refer to earlier ones. Repeating one that is there changes nothing. */
export function useCreateCollections() {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  return useMutation({
    mutationFn: async (models: readonly Collection[]) => {
      for (const model of models) await api.request('POST', base, model)
    },
    onSettled: refresh,
  })
}

/** The caller refreshes the content, once the page of the collection is left. */
export function useDeleteCollection() {
  const api = useSpaceApi()
  return useMutation({
    mutationFn: ({ apiName, modelVersion }: Pick<CollectionModelView, 'apiName' | 'modelVersion'>) =>
      api.request('DELETE', `${toPath(apiName)}?modelVersion=${modelVersion}`),
  })
}
