// Restores older values into the draft: one field, or a whole version. The live version stays unchanged.
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RestoredEntry, useNewest, useRestore } from '../../../api/content/entry-actions.ts'
import { toTarget, toUndoable } from '../dialog/entry-dialog.tsx'
import { type Change, type Content, listChanges } from '../diff/changes.ts'
import type { Names } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { useEntryRights } from '../rights.ts'

/**
 * Lists the paths of the changes that can be restored alone. Fields that the model no longer has are restored only with the whole
 * version; a value that the draft already has is not restored.
 */
export function listRestorable({ model, draft }: EntryPanelProps, before: Content): ReadonlySet<string> {
  const isKnown = ({ field }: Change) =>
    field === null || model.fields.some(({ apiName }) => apiName === field.apiName)
  return new Set(
    listChanges(model.fields, before, draft)
      .filter(isKnown)
      .map(({ path }) => path),
  )
}

interface RestoreChoice {
  readonly from: string
  /** If absent, the whole version is restored. */
  readonly change?: Change
}

export function useRestoring(panel: EntryPanelProps, { placeOf }: Names, onRestored: () => void) {
  const { entry, unsaved, save } = panel
  const { canWrite } = useEntryRights()
  const restore = useRestore(toUndoable(panel))
  const newest = useNewest(toTarget(panel))
  const [restored, setRestored] = useState<RestoredEntry | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ from, change }: RestoreChoice) => {
      const { draftVersion } = unsaved ? await save() : entry
      return restore.mutateAsync({ draftVersion, from, ...(change && { paths: [change.path] }) })
    },
    onSuccess: (result, { change }) => {
      const isWhole = change === undefined || result.losses.length > 0
      setRestored(isWhole ? result : null)
      onRestored()
      if (isWhole) return
      notifications.show({
        message: `${placeOf(change.path)} is restored in the draft. What is published has not changed.`,
      })
    },
  })
  return {
    isAllowed: canWrite && entry.state !== 'archived',
    isPending,
    error,
    restored,
    restoreField: (from: string, change: Change) => mutate({ from, change }),
    restoreAll: (from: string) => mutate({ from }),
    showNewest: () => {
      reset()
      newest.mutate(undefined)
    },
  }
}
