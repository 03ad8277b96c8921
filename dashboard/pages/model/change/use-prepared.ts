// Stores the operations of a prepared change: in memory while other pages are shown, and on this device for the next
// visit.
import { useEffect, useReducer } from 'react'
import type { ModelOperation } from '../../../../src/authoring/models/model-operations.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { type DraftKey, LocalDraft, toModelDraft } from '../../../api/local-drafts.ts'
import { useHasRight, useSpace } from '../../../api/space.ts'

interface ChangeDraft {
  readonly modelVersion: number
  readonly operations: readonly ModelOperation[]
}

interface PreparedChange {
  readonly local: LocalDraft
  draft: ChangeDraft | null
  /** True if the change was prepared in an earlier visit. */
  isRestored: boolean
  loading: Promise<void> | null
}

/** The prepared changes of this window, by user, space and collection. */
const opened = new Map<string, PreparedChange>()

function open(draftKey: DraftKey, collection: string): PreparedChange {
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

function load(prepared: PreparedChange): Promise<void> {
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

function change(prepared: PreparedChange, next: ChangeDraft): void {
  const isEmpty = next.operations.length === 0
  prepared.draft = isEmpty ? null : next
  if (isEmpty) prepared.isRestored = false
  if (isEmpty) prepared.local.remove(path)
  else prepared.local.put(path, { value: next, from: null, unsure: [], sequence: 0 })
}

export function usePrepared({ apiName, modelVersion }: CollectionModelView) {
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
