// The results of a search for entries, as the options of its combobox.
import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Target } from '../../api/content/references.ts'
import { EntryState } from '../entries/entry-state.tsx'
import { TargetPicture } from './reference-chip.tsx'

/** An entry with the name of its collection. */
export interface Option {
  readonly target: Target
  readonly collection: string
}

interface ReferenceOptionsProps {
  readonly id: string
  readonly label: string
  readonly options: readonly Option[]
  /** The index of the option that Enter selects. */
  readonly active: number
  readonly chosen: ReadonlySet<string>
  readonly isMany: boolean
  readonly onChoose: (option: Option) => void
}

export function ReferenceOptions({
  id,
  label,
  options,
  active,
  chosen,
  isMany,
  onChoose,
}: ReferenceOptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (options.length === 0) return null
  return (
    <div
      id={id}
      ref={list}
      className="reference-options"
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMany || undefined}
    >
      {options.map((option, index) => {
        const { target } = option
        const isChosen = chosen.has(target.id)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={target.id}
            id={`${id}-${index}`}
            className="reference-option"
            role="option"
            aria-selected={isChosen}
            data-active={index === active || undefined}
            title={target.id}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <Found {...option} isChosen={isChosen} />
          </div>
        )
      })}
    </div>
  )
}

interface FoundProps extends Option {
  readonly isChosen: boolean
}

function Found({ target, collection, isChosen }: FoundProps) {
  return (
    <>
      <TargetPicture target={target} />
      <span className="reference-words">
        <Text span size="sm">
          {target.title ?? target.slug}
        </Text>
        <Text span size="xs" c="dimmed">
          {collection}
        </Text>
      </span>
      <EntryState state={target.state} />
      {isChosen ? <IconCheck size={16} stroke={1.7} aria-hidden="true" /> : null}
    </>
  )
}
