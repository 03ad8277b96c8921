// Older values back into the draft: one field, or all of a version. What is live stays as it is.
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { partsOfPointer } from '../../../../src/base/json-pointer.ts'
import {
  type PatchInput,
  type RestoredEntry,
  useNewest,
  usePatch,
  useRestore,
} from '../../../api/entry-actions.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { type Change, isSame, listChanges } from './changes.ts'
import { toTarget } from './dialog-props.ts'
import type { Names } from './names.ts'
import { useEntryRights } from './rights.ts'

/** Fields that the model has no more come back with the whole version only, and what the draft has already not at all. */
export function canRestore(
  { model, entry, draft }: EntryPanelProps,
  { path, field, before }: Change,
): boolean {
  if (field !== null && !model.fields.some(({ apiName }) => apiName === field.apiName)) return false
  const empty = { slug: entry.slug, data: {}, variants: {} }
  const now = listChanges(model.fields, empty, draft).find(change => change.path === path)
  return path === '/slug' ? !isSame(before, draft.slug) : !isSame(before, now?.after)
}

export function toPatch({ path, before }: Change): Omit<PatchInput, 'draftVersion'> {
  const [kind, first = '', second = ''] = partsOfPointer(path)
  const value = before ?? null
  if (kind === 'slug') return { slug: String(before) }
  return kind === 'data' ? { data: { [first]: value } } : { variants: { [first]: { [second]: value } } }
}

export function useRestoring(panel: EntryPanelProps, { placeOf }: Names, onRestored: () => void) {
  const { entry, unsaved, save } = panel
  const { canWrite } = useEntryRights()
  const patch = usePatch(toTarget(panel))
  const restore = useRestore(toTarget(panel))
  const newest = useNewest(toTarget(panel))
  const [restored, setRestored] = useState<RestoredEntry | null>(null)
  const readSaved = async () => (unsaved ? await save() : entry)
  const one = useMutation({
    mutationFn: async (change: Change) => {
      const { draftVersion } = await readSaved()
      return patch.mutateAsync({ draftVersion, ...toPatch(change) })
    },
    onSuccess: (_, change) => {
      onRestored()
      notifications.show({
        message: `${placeOf(change.path)} is restored in the draft. What is published has not changed.`,
      })
    },
  })
  const all = useMutation({
    mutationFn: async (from: string) => {
      const { draftVersion } = await readSaved()
      return restore.mutateAsync({ draftVersion, from })
    },
    onSuccess: result => {
      setRestored(result)
      onRestored()
    },
  })
  return {
    isAllowed: canWrite && entry.state !== 'archived',
    isPending: one.isPending || all.isPending,
    error: one.error ?? all.error,
    restored,
    restoreField: (change: Change) => {
      all.reset()
      one.mutate(change)
    },
    restoreAll: (from: string) => {
      one.reset()
      all.mutate(from)
    },
    showNewest: () => {
      one.reset()
      all.reset()
      newest.mutate(undefined)
    },
  }
}
