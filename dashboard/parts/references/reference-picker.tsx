// Searches for reference targets in all collections that the field allows, and creates a new one.
import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useAllCollections } from '../../api/content/content.ts'
import { type Target, useTargetSearch } from '../../api/content/references.ts'
import { useHasRight } from '../../api/space.ts'
import { ProblemAlert } from '../forms/problem-alert.tsx'
import { CreateButton, ReferenceCreation } from './reference-creation.tsx'
import { type Option, ReferenceOptions } from './reference-options.tsx'

interface ReferencePickerProps {
  /** The API names of the collections; undefined allows any. */
  readonly to: readonly string[] | undefined
  readonly chosen: ReadonlySet<string>
  readonly label: string
  readonly isMany: boolean
  /** Adds the entry, or removes it if it is already chosen. */
  readonly onChoose: (target: Target) => void
  readonly onClose: () => void
  /** Called with true when the form for a new entry replaces the search, and with false when it closes. */
  readonly onCreating: (isCreating: boolean) => void
}

const debounceMs = 150
const searchLengthMax = 100

export function ReferencePicker(props: ReferencePickerProps) {
  const { to, chosen, label, isMany, onChoose, onClose, onCreating } = props
  const [text, setText] = useState('')
  const [isCreating, setCreating] = useState(false)
  const setMode = (creates: boolean) => {
    setCreating(creates)
    onCreating(creates)
  }
  const wanted = text.trim().slice(0, searchLengthMax)
  const [search] = useDebouncedValue(wanted, debounceMs)
  const { data, error, isPlaceholderData } = useTargetSearch(search, to)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const creatable = useCreatable(to)
  const { data: collections = [] } = useAllCollections()
  const nameOf = (apiName: string) => collections.find(each => each.apiName === apiName)?.name ?? apiName
  const isSettled = data !== undefined && !isPlaceholderData && search === wanted
  // An entry may refer to itself but rarely does, so it comes last in the results.
  const { entry: own } = useParams()
  const isOwn = ({ id }: Target) => id === own
  const results = (data?.list ?? []).toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))
  const options: readonly Option[] = results.map(target => ({
    target,
    collection: nameOf(target.collection),
  }))
  // Enter selects the first result, once the results match the typed text.
  const [active, setActive] = useState({ of: data, index: -1 })
  const [best] = results
  const first = isSettled && best && !isOwn(best) ? 0 : -1
  const index = isSettled && active.of === data ? Math.min(active.index, options.length - 1) : first
  const choose = (option: Option | undefined) => {
    if (!option) return
    onChoose(option.target)
    // Typing replaces the search text, and the arrow keys reach the next result.
    input.current?.select()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (step !== 0) setActive({ of: data, index: toNext(index, step, options.length) })
    else if (event.key === 'Escape') onClose()
    else if (isSettled) choose(options[index])
    else setAwaited(wanted)
  }
  /** The search text for which Enter was pressed before its results were loaded. */
  const [awaited, setAwaited] = useState<string | null>(null)
  useEffect(() => {
    if (!isSettled || awaited === null) return
    setAwaited(null)
    if (awaited === search) choose(options[first])
  })
  const take = (target: Target) => {
    // An empty search lists the last changed entries, including the new one.
    setText('')
    setMode(false)
    input.current?.focus()
    onChoose(target)
  }
  if (isCreating) {
    return (
      <div className="reference-picker">
        <ReferenceCreation
          collections={creatable}
          title={wanted}
          onCancel={() => setMode(false)}
          onCreated={take}
        />
      </div>
    )
  }
  return (
    <div className="reference-picker">
      <TextInput
        ref={input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? list : undefined}
        aria-activedescendant={options[index] ? `${list}-${index}` : undefined}
        placeholder={`Search in ${to ? to.map(nameOf).join(', ') : 'all collections'}`}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoFocus
        // Dialogs look for this attribute.
        data-autofocus
      />
      <div className="reference-dropdown">
        <ReferenceOptions
          id={list}
          label={label}
          options={options}
          active={index}
          chosen={chosen}
          isMany={isMany}
          onChoose={choose}
        />
        <Text role="status" size="xs" c="dimmed" p="xs">
          {isSettled ? describeResults(results.length, data.count, search) : 'Searching'}
        </Text>
        {creatable.length === 0 ? null : (
          <CreateButton collections={creatable} title={wanted} onAsk={() => setMode(true)} />
        )}
        <ProblemAlert error={error} title="The search failed" />
      </div>
    </div>
  )
}

function toNext(index: number, step: number, count: number): number {
  if (count === 0) return -1
  if (index < 0) return step > 0 ? 0 : count - 1
  return (index + step + count) % count
}

function describeResults(shown: number, count: number, search: string): string {
  if (count === 0) return search === '' ? 'No entries yet.' : `No results for “${search}”.`
  const found = count === 1 ? '1 entry found.' : `${count.toLocaleString('en')} entries found.`
  return shown < count ? `${found} These are the first ${shown}: add words to narrow it down.` : found
}

/** Returns the collections in which the user may create an entry for this field. */
function useCreatable(to: readonly string[] | undefined): readonly CollectionModelView[] {
  const mayWrite = useHasRight('write')
  const { data = [] } = useAllCollections()
  const allowed = data.filter(({ apiName, singleton }) => !singleton && (to?.includes(apiName) ?? true))
  return mayWrite ? allowed : []
}
