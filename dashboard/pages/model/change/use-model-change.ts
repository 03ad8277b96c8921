// The prepared change of a model: operations that take effect when they are applied together. Each is first tried on the
// server, so that the page shows the resulting model and the effects on entries.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { useRefreshContent } from '../../../api/content/content.ts'
import { type ModelChange, type ModelChangeResult, tryModelChange } from '../../../api/content/models.ts'
import { type DraftKey, LocalDraft, toModelDraft } from '../../../api/local-drafts.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useHasRight, useSpace, useSpaceApi } from '../../../api/space.ts'
import { addOperations, applyOperations } from './operation-words.ts'

export interface PreparedChange {
  readonly change: ModelChange
  readonly operations: readonly ModelOperation[]
  /** The model with all operations applied. */
  readonly shown: ModelView
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

export function useModelChange(model: ModelView): PreparedChange {
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

interface ChangeDraft {
  readonly modelVersion: number
  readonly operations: readonly ModelOperation[]
}

interface OpenedChange {
  readonly local: LocalDraft
  draft: ChangeDraft | null
  /** True if the change was prepared in an earlier visit. */
  isRestored: boolean
  loading: Promise<void> | null
}

/** The prepared changes of this window, by user, space and collection. */
const opened = new Map<string, OpenedChange>()

function open(draftKey: DraftKey, collection: string): OpenedChange {
  const key = JSON.stringify(draftKey)
  const known = opened.get(key)
  if (known) return known
  const local = new LocalDraft(draftKey, collection, false)
  const prepared = { local, draft: null, isRestored: false, loading: null }
  opened.set(key, prepared)
  return prepared
}

/** The path of the row on this device. A change is stored as one value. */
const path = 'change'

function load(prepared: OpenedChange): Promise<void> {
  prepared.loading ??= (async () => {
    const stored = (await prepared.local.load()).get(path)?.value as ChangeDraft | undefined
    if (stored === undefined) return
    // Operations may have been added before the stored change was loaded.
    const added = prepared.draft?.operations ?? []
    prepared.isRestored = true
    prepared.draft = stored
    if (added.length > 0) change(prepared, { ...stored, operations: [...stored.operations, ...added] })
  })()
  return prepared.loading
}

function change(prepared: OpenedChange, next: ChangeDraft): void {
  const isEmpty = next.operations.length === 0
  prepared.draft = isEmpty ? null : next
  if (isEmpty) prepared.isRestored = false
  if (isEmpty) prepared.local.remove(path)
  else prepared.local.put(path, { value: next, from: null, unsure: [], sequence: 0 })
}

/**
 * Stores the operations of a prepared change: in memory while other pages are shown, and on this device for the next
 * visit.
 */
function usePrepared({ apiName, modelVersion }: ModelView) {
  const { user } = useSignedIn()
  const { id: space } = useSpace()
  const mayModel = useHasRight('model')
  const [, show] = useReducer((count: number) => count + 1, 0)
  const prepared = open({ user: user.id, space, entry: toModelDraft(apiName) }, apiName)
  useEffect(() => {
    if (mayModel) void load(prepared).then(show)
    return prepared.local.onFailure(show)
  }, [prepared, mayModel])
  const { draft, isRestored, local } = prepared
  const isAtRisk = draft !== null && local.hasFailed()
  useEffect(() => {
    if (!isAtRisk) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAtRisk])
  return {
    prepared: draft ?? { modelVersion, operations: [] },
    isRestored,
    set: (next: ChangeDraft) => {
      change(prepared, next)
      show()
    },
  }
}
