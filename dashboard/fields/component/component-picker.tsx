// The search for the component of a new block: by names and descriptions, the last used components first.
import { CloseButton, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Component } from '../../../src/content/values/model.ts'
import { ComponentIcon } from '../../parts/pictures/component-icon.tsx'
import { readStored, store } from './device-memory.ts'

interface ComponentPickerProps {
  readonly components: readonly Component[]
  readonly label: string
  readonly onChoose: (component: Component) => void
  readonly onClose: () => void
}

const memory = 'used-components'
const usedMax = 20
/** The API names of the components that were chosen last on this device, the latest first. */
let lastUsed = readStored(memory)

/** Returns the components that contain every word of the search, the last used ones first. */
export function findComponents(
  components: readonly Component[],
  search: string,
  used: readonly string[],
): readonly Component[] {
  const words = search.toLowerCase().split(/\s+/)
  const textOf = ({ name, apiName, description = '' }: Component) =>
    `${name} ${apiName} ${description}`.toLowerCase()
  const rankOf = ({ apiName }: Component) => (used.includes(apiName) ? used.indexOf(apiName) : used.length)
  return components
    .filter(component => words.every(word => textOf(component).includes(word)))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

export function ComponentPicker({ components, label, onChoose, onClose }: ComponentPickerProps) {
  const list = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const found = findComponents(components, search, lastUsed)
  const choose = (component: Component | undefined) => {
    if (component === undefined) return
    lastUsed = [component.apiName, ...lastUsed.filter(name => name !== component.apiName)].slice(0, usedMax)
    store(memory, lastUsed)
    onChoose(component)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (step !== 0) setActive((active + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Escape') onClose()
    else choose(found[active])
  }
  return (
    <div className="component-picker">
      <div className="component-search">
        <TextInput
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? list : undefined}
          aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
          placeholder="Search components"
          value={search}
          onChange={event => {
            setSearch(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoFocus
          data-autofocus
        />
        <CloseButton aria-label="Add no block" onClick={onClose} />
      </div>
      {found.length > 0 ? (
        <div role="listbox" id={list} aria-label={label} className="component-options">
          {found.map((component, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the search keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search
            <div
              key={component.apiName}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              className="component-option"
              data-active={index === active || undefined}
              // The search keeps the focus until the block is there.
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(component)}
            >
              <span className="picture component-tile">
                <ComponentIcon icon={component.icon} />
              </span>
              <span className="component-words">
                <span className="component-name">{component.name}</span>
                {component.description ? (
                  <Text span size="xs" c="dimmed">
                    {component.description}
                  </Text>
                ) : null}
              </span>
            </div>
          ))}
        </div>
      ) : null}
      <Text role="status" size="xs" c="dimmed" className="component-count">
        {found.length === 0 ? `No component for “${search}”.` : ''}
      </Text>
    </div>
  )
}
