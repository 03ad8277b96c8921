// The prepared change of a model: operations that take effect when they are applied together. Each is first tried on the
// server, so that the page shows the resulting model and the effects on entries.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { type ModelChange, type ModelChangeResult, tryModelChange } from '../../../api/content/models.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpaceApi } from '../../../api/space.ts'
import { addOperations, applyOperations } from './operation-words.ts'
import { usePrepared } from './use-prepared.ts'

export interface PreparedChange {
  readonly change: ModelChange
  readonly operations: readonly ModelOperation[]
  /** The model with all operations applied. */
  readonly shown: CollectionModelView
  /** The server's report; undefined until the server responds. */
  readonly tried: ModelChangeResult | undefined
  readonly error: unknown
  /** True if another user has changed the model since the operations were created. */
  readonly isOutdated: boolean
  /** True if the change was prepared in an earlier visit. */
  readonly isRestored: boolean
  readonly add: (operations: readonly ModelOperation[]) => void
  /** Resolves if the server would accept the operations, which are then part of the change. */
  readonly tryToAdd: (operations: readonly ModelOperation[]) => Promise<void>
  /** Tries the operations again, because entries may have changed. */
  readonly tryAgain: () => void
  readonly undo: () => void
  readonly discard: () => void
  /** Bases the operations on the current version of the model. */
  readonly renew: () => void
}

export function useModelChange(model: CollectionModelView): PreparedChange {
  const api = useSpaceApi()
  const client = useQueryClient()
  const refresh = useRefreshContent()
  const { prepared, isRestored, set } = usePrepared(model)
  const { operations, modelVersion } = prepared
  const collection = model.apiName
  const isOutdated = operations.length > 0 && modelVersion !== model.modelVersion
  const toKey = (tried: readonly ModelOperation[], version: number) =>
    api.toKey('model-change', collection, version, tried)
  const { data, error, refetch } = useQuery({
    queryKey: toKey(operations, modelVersion),
    queryFn: () => tryModelChange(api, { collection, modelVersion, operations }),
    enabled: operations.length > 0 && !isOutdated,
  })
  const tried = operations.length > 0 && !isOutdated ? data : undefined
  const withAdded = (added: readonly ModelOperation[]) => addOperations(operations, added)
  return {
    change: { collection, modelVersion, operations },
    operations,
    shown: tried?.doc ?? applyOperations(model, operations),
    tried,
    error: operations.length > 0 ? error : null,
    isOutdated,
    isRestored,
    add: added => set({ modelVersion, operations: withAdded(added) }),
    tryToAdd: async added => {
      const all = withAdded(added)
      // After a conflict was reported, sending again means the current version of the model.
      const version = model.modelVersion
      const result = await tryModelChange(api, { collection, modelVersion: version, operations: all }).catch(
        async (thrown: unknown) => {
          // The page shows the current model.
          if (isConflict(thrown)) await refresh()
          throw thrown
        },
      )
      client.setQueryData(toKey(all, version), result)
      set({ modelVersion: version, operations: all })
    },
    tryAgain: () => void refetch(),
    undo: () => set({ modelVersion, operations: operations.slice(0, -1) }),
    discard: () => set({ modelVersion, operations: [] }),
    renew: () => set({ modelVersion: model.modelVersion, operations }),
  }
}

/** Checks whether the error means that another user has changed the model. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'model_conflict'
}
