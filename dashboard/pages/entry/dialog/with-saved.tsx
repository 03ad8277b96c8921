// Saves the draft before a dialog shows its content. If values cannot be saved, it lists them with links to their fields.
import { Skeleton, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { explainUnsaved } from './action-error.tsx'

interface WithSavedProps {
  readonly panel: EntryPanelProps
  /** `see` replaces the shown draft. */
  readonly children: (seen: EntryView, see: (doc: EntryView) => void) => ReactNode
}

/** Shows the entry as of the opening of the dialog. Later changes are neither shown nor published. */
export function WithSaved({ panel, children }: WithSavedProps) {
  const { entry, unsaved, save } = panel
  const [seen, see] = useState<EntryView | null>(unsaved ? null : entry)
  const { mutate, error } = useMutation({ mutationFn: save, onSuccess: see })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (seen === null) mutate()
  }, [])
  if (seen !== null) return children(seen, see)
  if (error) return <NotSaved panel={panel} error={error} onRetry={() => mutate()} />
  return (
    <Stack aria-busy="true">
      <Skeleton height={20} width="60%" />
      <Skeleton height={72} />
    </Stack>
  )
}

interface NotSavedProps {
  readonly panel: EntryPanelProps
  readonly error: Error
  readonly onRetry: () => void
}

function NotSaved({ panel, error, onRetry }: NotSavedProps) {
  const names = useNames(panel, [])
  return (
    <ProblemAlert error={error} title="Could not save the draft" onRetry={onRetry}>
      {explainUnsaved(error, names)}
    </ProblemAlert>
  )
}
