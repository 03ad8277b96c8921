// Reads the selected entries, and runs a bulk change with its progress and failures.
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { type EntryQuery, readEveryEntry, useRefreshContent } from '../../../api/content/content.ts'
import { type BulkOperation, type BulkProgress, runInSteps } from '../../../api/content/operations.ts'
import { type SpaceApi, useSpaceApi } from '../../../api/space.ts'
import type { ChosenEntries } from './selection.ts'

export type ListFilter = Omit<EntryQuery, 'page' | 'perPage' | 'sort' | 'stateCounts'>

interface Selected {
  readonly chosen: ChosenEntries
  readonly filter: ListFilter
}

/** Returns the selected entries. If all matching entries are selected, those of other pages are fetched. */
export function useSelectedEntries() {
  const api = useSpaceApi()
  return useMutation({ mutationFn: (selected: Selected) => readSelected(api, selected) })
}

async function readSelected(api: SpaceApi, { chosen, filter }: Selected): Promise<readonly EntryItemView[]> {
  if (!chosen.all) return [...chosen.entries.values()]
  const found = await readEveryEntry(api, filter)
  return found.filter(({ id }) => !chosen.without.has(id))
}

const idsPerRequest = 100

/** Returns the selected entries with the values of one field, read now. `variant` is empty for the base. */
export function useSelectedValues() {
  const api = useSpaceApi()
  return useMutation({
    mutationFn: async ({ field, variant, ...selected }: SelectedValues) => {
      // In one request, `queryVariant` would also apply to the conditions of the list, and select other entries.
      const ids = (await readSelected(api, selected)).map(({ id }) => id)
      const { collection = '' } = selected.filter
      const shown = { fields: `data.${field}`, ...(variant !== '' && { queryVariant: variant }) }
      const found: EntryItemView[] = []
      for (let start = 0; start < ids.length; start += idsPerRequest) {
        const id = ids.slice(start, start + idsPerRequest).join()
        found.push(...(await readEveryEntry(api, { collection, id, state: anyState, ...shown })))
      }
      return found
    },
  })
}

const anyState = 'draft,live,changed,archived'

interface SelectedValues extends Selected {
  /** The API name of the field. */
  readonly field: string
  readonly variant: string
}

const nothing: BulkProgress = { done: [], refused: new Map(), unknown: [] }

export interface BulkRun {
  readonly progress: BulkProgress
  /** The number of entries to change. */
  readonly total: number
  readonly state: 'ready' | 'running' | 'ended'
  /** The error that stopped the run; null otherwise. */
  readonly error: unknown
  readonly start: (operations: readonly BulkOperation[]) => void
  /** Stops after the current request. */
  readonly stop: () => void
}

interface BulkRunOptions {
  /** Changes nothing, and reports what a change would do. */
  readonly dryRun?: boolean
  /** Called with the response to each step that succeeded. */
  readonly onStep?: (list: readonly { readonly id: string; readonly draftVersion: number }[]) => void
}

/** Calls `onEnd` with the completed changes, even if an error or the user stopped the run. */
export function useBulkRun(
  onEnd: (progress: BulkProgress, error: unknown, isStopped: boolean) => void,
  { dryRun = false, onStep = () => {} }: BulkRunOptions = {},
): BulkRun {
  const api = useSpaceApi()
  const refresh = useRefreshContent()
  const [progress, setProgress] = useState(nothing)
  const latest = useRef(nothing)
  const isStopped = useRef(false)
  const show = (next: BulkProgress) => {
    latest.current = next
    setProgress(next)
  }
  const { status, variables, error, mutate } = useMutation({
    mutationFn: (operations: readonly BulkOperation[]) => {
      isStopped.current = false
      show(nothing)
      return runInSteps(operations, {
        send: async sent => {
          const body = { operations: sent, ...(dryRun && { dryRun }) }
          const { list } = await api.request<{ list: readonly { id: string; draftVersion: number }[] }>(
            'POST',
            '/api/v1/operations',
            body,
          )
          onStep(list)
        },
        onProgress: show,
        isCancelled: () => isStopped.current,
      })
    },
    onSettled: async (_, thrown) => {
      onEnd(latest.current, thrown, isStopped.current)
      if (!dryRun) await refresh()
    },
  })
  return {
    progress,
    total: variables?.length ?? 0,
    state: status === 'idle' ? 'ready' : status === 'pending' ? 'running' : 'ended',
    error,
    start: mutate,
    stop: () => {
      isStopped.current = true
    },
  }
}
