// The input of the publication date that readers see, for content that was first published earlier.
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { ApiProblem } from '../../../api/request.ts'
import { type LocalTime, LocalTimeInput } from '../../../parts/time/local-time.tsx'

interface PublicationDateProps {
  /** Null means now. */
  readonly value: LocalTime
  readonly onChange: (value: LocalTime) => void
  readonly error: unknown
}

export function PublicationDate({ value, onChange, error }: PublicationDateProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Anchor component="button" type="button" size="sm" mih={24} ta="start" onClick={() => setIsOpen(true)}>
        Backdate publication
      </Anchor>
    )
  }
  return (
    <LocalTimeInput
      label="Publication date"
      value={value}
      onChange={onChange}
      error={messageOfDate(error)}
      about="Shown and sorted by on your site. Leave it empty for the time of publishing."
    />
  )
}

/**
 * Returns the server's message about the date, from a single publication or several operations; null for another error.
 */
export function messageOfDate(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  const found = error.errors.find(({ name }) => /(?:^|\/)publishedAt$/.test(name))
  return found ? error.messageFor(found.name) : null
}
