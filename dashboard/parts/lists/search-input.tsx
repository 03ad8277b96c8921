// The search input of a list. It reports the text, which the page stores in its URL, after a pause in typing.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** The server's limit. */
export const searchLengthMax = 100
const pauseMilliseconds = 300

interface SearchInputProps {
  /** The accessible name and placeholder. */
  readonly label: string
  /** The search text in the URL. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** Marks the initial focus of a dialog. */
  readonly autoFocus?: boolean
}

export function SearchInput({ label, value, onChange, autoFocus = false }: SearchInputProps) {
  const [text, setText] = useState(value)
  const known = useRef(value)
  // Follows changes of the URL by other means, such as Back or "clear filters".
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setText(value)
  }, [value])
  const send = useDebouncedCallback((next: string) => {
    known.current = next
    onChange(next)
  }, pauseMilliseconds)
  return (
    <TextInput
      type="search"
      size="xs"
      className="list-search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      value={text}
      maxLength={searchLengthMax}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={autoFocus || undefined}
      onChange={event => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}
