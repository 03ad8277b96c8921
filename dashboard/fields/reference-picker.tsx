// Searches for entries to refer to, in all collections that the field allows, and makes one that is not there yet.
import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'wouter'
import type { CollectionModelView } from '../../src/authoring/models.schema.ts'
import { useAllCollections } from '../api/content.ts'
import { type Target, useCreateTarget, useTargetSearch } from '../api/references.ts'
import { useHasRight } from '../api/space.ts'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { type Option, ReferenceOptions } from './reference-options.tsx'

interface ReferencePickerProps {
  /** The API names of the collections; undefined means any. */
  readonly to: readonly string[] | undefined
  readonly chosen: ReadonlySet<string>
  readonly label: string
  readonly isMany: boolean
  /** Adds the entry, or takes it away if it is chosen. */
  readonly onChoose: (target: Target) => void
  readonly onClose: () => void
}

const debounceMs = 150
const searchLengthMax = 100

export function ReferencePicker({ to, chosen, label, isMany, onChoose, onClose }: ReferencePickerProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().slice(0, searchLengthMax)
  const [search] = useDebouncedValue(wanted, debounceMs)
  const { data, error, isPlaceholderData } = useTargetSearch(search, to)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const create = useCreateTarget()
  const creatable = useCreatable(to)
  const { data: collections = [] } = useAllCollections()
  const nameOf = (apiName: string) => collections.find(each => each.apiName === apiName)?.name ?? apiName
  const isSettled = data !== undefined && !isPlaceholderData && search === wanted
  // The entry that is edited may refer to itself, but hardly ever does.
  const { entry: own } = useParams()
  const isOwn = ({ id }: Target) => id === own
  const results = (data?.list ?? []).toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))
  const options: readonly Option[] = [
    ...results.map(target => ({ target, collection: nameOf(target.collection) })),
    ...(isSettled && search !== '' ? creatable : []).map(collection => ({ collection, title: search })),
  ]
  // Of new results the first is the one that Enter takes, once they are those of the words. Without results it is the one
  // offer to create: of several, none is chosen by accident.
  const [active, setActive] = useState({ of: data, index: -1 })
  const [best] = results
  const isClear = best ? !isOwn(best) : options.length === 1
  const first = isSettled && isClear ? 0 : -1
  const index = isSettled && active.of === data ? Math.min(active.index, options.length - 1) : first
  const choose = (option: Option | undefined) => {
    if (!option) return
    if ('target' in option) onChoose(option.target)
    else if (!create.isPending) create.mutate(option, { onSuccess: onChoose })
    // Other words replace these, and the next result is one key away.
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
  /** The words for which Enter was pressed before their results were there. */
  const [awaited, setAwaited] = useState<string | null>(null)
  useEffect(() => {
    if (!isSettled || awaited === null) return
    setAwaited(null)
    // What Enter was pressed for before was an entry: none is created that nobody saw offered.
    const found = options[first]
    if (awaited === search && found && 'target' in found) choose(found)
  })
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
          {isSettled ? describeResults(results.length, data.count) : 'Searching'}
        </Text>
        <ProblemAlert error={create.error} title="The entry could not be created" />
        <ProblemAlert error={error} title="The search failed" />
      </div>
    </div>
  )
}

function toNext(index: number, step: number, count: number): number {
  if (index < 0) return step > 0 ? 0 : count - 1
  return (index + step + count) % count
}

function describeResults(shown: number, count: number): string {
  if (count === 0) return 'No entry found.'
  const found = count === 1 ? '1 entry found.' : `${count.toLocaleString('en')} entries found.`
  return shown < count ? `${found} These are the first ${shown}; search for more words to see others.` : found
}

/** The collections in which this person may make an entry here. */
function useCreatable(to: readonly string[] | undefined): readonly CollectionModelView[] {
  const mayWrite = useHasRight('write')
  const { data = [] } = useAllCollections()
  const allowed = data.filter(({ apiName, singleton }) => !singleton && (to?.includes(apiName) ?? true))
  return mayWrite ? allowed : []
}
