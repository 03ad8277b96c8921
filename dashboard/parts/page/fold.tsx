// A collapsible section under a label.
import { Box, Title, UnstyledButton } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface FoldProps {
  readonly label: ReactNode
  readonly openAtFirst?: boolean
  /** The heading level if the label is also a heading. */
  readonly order?: 2 | 3 | 4
  /** Rendered only while the section is open. */
  readonly children: () => ReactNode
}

export function Fold({ label, openAtFirst = false, order, children }: FoldProps) {
  const [open, setOpen] = useState(openAtFirst)
  const content = useId()
  const button = (
    <UnstyledButton
      aria-expanded={open}
      aria-controls={open ? content : undefined}
      onClick={() => setOpen(!open)}
      py={4}
      style={{ display: 'inline-flex', alignItems: 'center', gap: '0.5rem', font: 'inherit' }}
    >
      <Mark open={open} />
      {label}
    </UnstyledButton>
  )
  return (
    <>
      {order ? (
        <Title order={order} size="h5" fw={400}>
          {button}
        </Title>
      ) : (
        button
      )}
      {open ? (
        <Box id={content} mt="xs">
          {children()}
        </Box>
      ) : null}
    </>
  )
}

function Mark({ open }: { readonly open: boolean }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" style={{ flexShrink: 0 }}>
      <path d={open ? 'M0 2h10L5 8z' : 'M2 0v10l6-5z'} fill="currentColor" />
    </svg>
  )
}
