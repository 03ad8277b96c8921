// A prominent note about an entry, in the colour of its state.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface PanelNoteProps {
  readonly title: string
  readonly tone: 'blue' | 'gray' | 'red'
  readonly children: ReactNode
}

/** Screen readers announce a red note. */
export function PanelNote({ title, tone, children }: PanelNoteProps) {
  return (
    <section
      role={tone === 'red' ? 'alert' : undefined}
      aria-label={title}
      className="panel-note"
      data-tone={tone}
    >
      <h2 className="panel-note-title">{title}</h2>
      <Stack gap={6} align="flex-start">
        {children}
      </Stack>
    </section>
  )
}
