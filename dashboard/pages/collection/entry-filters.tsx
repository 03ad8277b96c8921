// Finds entries by title or slug and by state. Both are in the URL.
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ListState } from '../../../src/authoring/entry-list.schema.ts'

const pauseMilliseconds = 300
const searchLengthMax = 100

/** Empty for all but archived ones. */
type ChosenState = ListState | ''

const stateLabels: Record<ChosenState, string> = {
  '': 'All',
  draft: 'Draft',
  changed: 'Changed',
  live: 'Live',
  invalid: 'With errors',
  scheduled: 'Scheduled',
  failed: 'Schedule failed',
  archived: 'Archived',
}
const choices = Object.entries(stateLabels).map(([value, label]) => ({ value, label }))

export interface EntryFilters {
  readonly search: string
  readonly state: ChosenState
}

/** The filters in the URL, and a setter that returns the list to its first page. */
export function useEntryFilters(): [EntryFilters, (filters: Partial<EntryFilters>) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = (filters: Partial<EntryFilters>) => {
    setParameters(
      before => {
        const after = new URLSearchParams(before)
        after.delete('page')
        for (const [name, value] of Object.entries(filters)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  }
  const state = parameters.get('state') ?? ''
  const search = [...(parameters.get('search') ?? '')].slice(0, searchLengthMax).join('')
  return [{ search, state: isState(state) ? state : '' }, change]
}

function isState(text: string): text is ChosenState {
  return Object.hasOwn(stateLabels, text)
}

export function EntrySearch() {
  const [{ search }, change] = useEntryFilters()
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
    change({ search: next })
  }, pauseMilliseconds)
  return (
    <TextInput
      type="search"
      label="Title or slug"
      value={text}
      maxLength={searchLengthMax}
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

export function StateChoice() {
  const [{ state }, change] = useEntryFilters()
  return (
    <NativeSelect
      label="State"
      data={choices}
      value={state}
      w={{ base: '100%', xs: '11rem' }}
      onChange={event => change({ state: event.currentTarget.value as ChosenState })}
    />
  )
}
