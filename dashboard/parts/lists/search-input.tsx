// What a list is searched for: the address of the page follows once nothing has been typed for a moment.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'

/** As long as the server allows. */
export const searchLengthMax = 100
const pauseMilliseconds = 300

interface SearchInputProps {
  /** What is searched. */
  readonly label: string
  /** As the address has it. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** Marks the initial focus of a dialog. */
  readonly autoFocus?: boolean
}

export function SearchInput({ label, value, onChange, autoFocus = false }: SearchInputProps) {
  const [text, setText] = useState(value)
  const known = useRef(value)
  // The address changed by other means: Back, or "clear filters".
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
