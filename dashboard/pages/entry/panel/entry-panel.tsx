// The side panel of the form: the changes that a publication would make, the facts of the entry, and its history.
import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import type { DialogName } from '../dialog/dialog-props.ts'
import { RecentVersions } from '../history/recent-versions.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { EntryDetails } from './entry-details.tsx'
import { EntryDialogs } from './entry-dialogs.tsx'
import { PanelNotes } from './panel-notes.tsx'
import { useHasPanel } from './use-has-panel.ts'
import { useSettled } from './use-settled.ts'
import { WillChange } from './will-change.tsx'

interface Props extends EntryPanelProps {
  /** Shown above the panel's content at every width. */
  readonly children?: ReactNode
}

/** On narrow screens only the important notes are shown. A button in the top bar opens the rest. */
export function EntryPanel({ children, ...props }: Props) {
  const panel = useSettled(props)
  const [open, setOpen] = useState<DialogName | null>(null)
  const hasPanel = useHasPanel()
  return (
    <aside aria-label="About this entry" className="entry-panel">
      <Stack gap="lg">
        {children}
        <Held>
          <PanelNotes panel={panel} onOpen={setOpen} />
        </Held>
        {hasPanel ? <PanelContent panel={panel} onOpen={setOpen} /> : null}
      </Stack>
      <EntryDialogs panel={panel} open={open} onClose={() => setOpen(null)} />
    </aside>
  )
}

interface PanelContentProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

export function PanelContent({ panel, onOpen }: PanelContentProps) {
  const isStored = panel.entry.draftVersion > 0
  return (
    <Stack gap="lg">
      <PanelSection title="Will change when published">
        <WillChange {...panel} />
      </PanelSection>
      {isStored ? (
        <>
          <PanelSection title="Details">
            <EntryDetails panel={panel} onOpen={onOpen} />
          </PanelSection>
          <PanelSection title="History">
            <RecentVersions panel={panel} onOpen={onOpen} />
          </PanelSection>
        </>
      ) : null}
    </Stack>
  )
}

function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className="panel-heading">
        {title}
      </Title>
      {children}
    </section>
  )
}
