// The selected entries of the list: individual entries of any page, or all matching entries except some.
import { useRef, useState } from 'react'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'

type Entries = ReadonlyMap<string, EntryItemView>

export type ChosenEntries =
  | { readonly all: false; readonly entries: Entries }
  /** All matching entries except these. */
  | { readonly all: true; readonly without: ReadonlySet<string> }

const none: ChosenEntries = { all: false, entries: new Map() }

export interface Selection {
  readonly chosen: ChosenEntries
  readonly count: number
  readonly has: (id: string) => boolean
  /** The selection on the current page. */
  readonly page: 'none' | 'some' | 'all'
  /** With `isRange`, also toggles all entries between this one and the previously toggled one. */
  readonly toggle: (entry: EntryItemView, isRange: boolean) => void
  readonly togglePage: () => void
  readonly selectAll: () => void
  readonly select: (entries: readonly EntryItemView[]) => void
  readonly clear: () => void
}

/** Holds the selection for the filter named by `list`. A different `list` starts with an empty selection. */
export function useSelection(list: string, shown: readonly EntryItemView[], count: number): Selection {
  const [state, setState] = useState({ list, chosen: none })
  const anchor = useRef<string | null>(null)
  const chosen = state.list === list ? withNewest(state.chosen, shown) : none
  const choose = (next: ChosenEntries) => setState({ list, chosen: next })
  const has = (id: string) => (chosen.all ? !chosen.without.has(id) : chosen.entries.has(id))
  const selectedHere = shown.filter(({ id }) => has(id)).length
  const mark = (entries: readonly EntryItemView[], isOn: boolean) => choose(withMarked(chosen, entries, isOn))
  return {
    chosen,
    count: chosen.all ? Math.max(0, count - chosen.without.size) : chosen.entries.size,
    has,
    page: selectedHere === 0 ? 'none' : selectedHere === shown.length ? 'all' : 'some',
    toggle: (entry, isRange) => {
      const from = isRange ? shown.findIndex(({ id }) => id === anchor.current) : -1
      const to = shown.findIndex(({ id }) => id === entry.id)
      anchor.current = entry.id
      const range = from < 0 ? [entry] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      mark(range, !has(entry.id))
    },
    togglePage: () => mark(shown, selectedHere < shown.length),
    selectAll: () => choose({ all: true, without: new Set() }),
    select: entries => choose({ all: false, entries: new Map(entries.map(entry => [entry.id, entry])) }),
    clear: () => choose(none),
  }
}

/** Replaces the chosen entries by those on the page, whose versions are newer if the list was loaded again. */
export function withNewest(chosen: ChosenEntries, shown: readonly EntryItemView[]): ChosenEntries {
  if (chosen.all) return chosen
  const newest = new Map(shown.map(entry => [entry.id, entry]))
  const entries = [...chosen.entries].map(([id, entry]) => [id, newest.get(id) ?? entry] as const)
  return { all: false, entries: new Map(entries) }
}

function withMarked(chosen: ChosenEntries, entries: readonly EntryItemView[], isOn: boolean): ChosenEntries {
  if (chosen.all) {
    const without = new Set(chosen.without)
    for (const { id } of entries) {
      if (isOn) without.delete(id)
      else without.add(id)
    }
    return { all: true, without }
  }
  const next = new Map(chosen.entries)
  for (const entry of entries) {
    if (isOn) next.set(entry.id, entry)
    else next.delete(entry.id)
  }
  return { all: false, entries: next }
}
