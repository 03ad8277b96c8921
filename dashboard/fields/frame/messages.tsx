// The messages about a field's value in a form: when they are shown, and the list of them.
import { type FocusEvent, useRef, useState } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { usePointerHeld } from '../../parts/forms/pointer-hold.ts'
import { type CheckedValue, type FieldMessage, listMessages } from './field-problems.ts'

export interface FieldMessages {
  /** The id of the element that shows the messages. */
  readonly id: string
  readonly list: readonly FieldMessage[]
  readonly isInvalid: boolean
  readonly onFocus: () => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Shows problems when the user leaves the field, not while typing. Values that the server has refused are shown at once,
 * and a message disappears as soon as its problem is solved.
 */
export function useMessages(id: string, field: Field, state: CheckedValue, isBase: boolean): FieldMessages {
  const [hasFocus, setHasFocus] = useState(false)
  const shown = useRef<readonly FieldMessage[]>([])
  const isTyping = hasFocus && (state.refusal === null || state.refusal.isLocal)
  const messages = listMessages(field, state, isBase)
  const isStill = ({ text }: FieldMessage) => messages.some(message => message.text === text)
  if (!isTyping) shown.current = messages
  else if (!shown.current.every(isStill)) shown.current = shown.current.filter(isStill)
  const list = usePointerHeld(shown.current)
  return {
    id: `${id}:problems`,
    list,
    isInvalid: list.some(({ severity }) => severity === 'error'),
    onFocus: () => setHasFocus(true),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false)
    },
  }
}

export function Messages({
  id,
  messages,
}: {
  readonly id: string
  readonly messages: readonly FieldMessage[]
}) {
  if (messages.length === 0) return null
  return (
    <ul id={id} className="form-messages plain-list">
      {messages.map(({ severity, text }) => (
        <li key={text} data-severity={severity}>
          {text}
        </li>
      ))}
    </ul>
  )
}
