// Shows a value of any type as text or JSON.
import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { JsonView } from '../parts/code/json-view.tsx'

const textLengthShown = 600
const jsonRowsMax = 25

interface PlainValueProps {
  readonly name: string
  readonly value: unknown
  /** Null for the text that the value has in any field. */
  readonly text?: string | null
}

export function PlainValue({ name, value, text = null }: PlainValueProps) {
  if (typeof value === 'object' && value !== null) return <JsonValue name={name} value={value} isOpen />
  return <LongText text={text ?? toCommonText(value) ?? String(value)} />
}

interface JsonValueProps {
  readonly name: string
  readonly value: object
  readonly isOpen: boolean
}

export function JsonValue({ name, value, isOpen }: JsonValueProps) {
  return <JsonView value={value} openLevels={isOpen ? 4 : 0} rowsMax={jsonRowsMax} label={name} />
}

/** Converts a value to its text in fields of any type; null for null, lists and objects. */
export function toCommonText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export function LongText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <Nothing text="Empty text" />
  const cut = !whole && text.length > textLengthShown
  return (
    <>
      <Text component="div" size="sm" className="entry-text">
        {cut ? `${text.slice(0, textLengthShown)}…` : text}
      </Text>
      {cut ? (
        <More
          text={`Show all ${text.length.toLocaleString('en')} characters`}
          onClick={() => setWhole(true)}
        />
      ) : null}
    </>
  )
}

export function More({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" mih={24} onClick={onClick}>
      {text}
    </Anchor>
  )
}

export function Nothing({ text }: { readonly text: string }) {
  return (
    <Text component="span" size="sm" c="dimmed">
      {text}
    </Text>
  )
}
