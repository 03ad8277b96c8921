// Finds entries by a slug prefix. The prefix is in the URL.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'

const pauseMilliseconds = 300
const slugLengthMax = 255

/** The slug prefix in the URL, and a setter that returns the list to its first page. */
export function useSearchParameter(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = (search: string) => {
    setParameters(
      before => {
        const after = new URLSearchParams(before)
        after.delete('page')
        if (search === '') after.delete('search')
        else after.set('search', search)
        return after
      },
      { replace: true },
    )
  }
  return [parameters.get('search') ?? '', change]
}

export function SlugSearch() {
  const [search, setSearch] = useSearchParameter()
  const [text, setText] = useState(search)
  const known = useRef(search)
  // The URL changed by other means: Back, or "show all".
  useEffect(() => {
    if (search === known.current) return
    known.current = search
    setText(search)
  }, [search])
  const send = useDebouncedCallback((next: string) => {
    known.current = next
    setSearch(next)
  }, pauseMilliseconds)
  return (
    <TextInput
      type="search"
      label="Slug begins with"
      value={text}
      maxLength={slugLengthMax}
      autoComplete="off"
      spellCheck={false}
      w={{ base: '100%', xs: '20rem' }}
      onChange={event => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}
