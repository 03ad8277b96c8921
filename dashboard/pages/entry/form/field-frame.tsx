// The common wrapper of the form's fields: tracks the focus, and shows problems and changes by other users.
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { nameField } from '../../../parts/entries/field-name.ts'
import { Held, usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import type { Path } from '../engine/draft-paths.ts'
import type { FieldState } from '../engine/field-state.ts'
import { FieldConflict, FieldNote } from './field-conflict.tsx'
import { type FieldMessage, listMessages } from './field-problems.ts'

interface FieldFrameProps {
  readonly path: Path
  readonly field: Field
  readonly state: FieldState
  readonly messages: FieldMessages
  readonly readOnly: boolean
  readonly className?: string
  readonly children: ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { path, field, state, messages, readOnly, className = '', children } = props
  const name = nameField(field)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only tracks the focus
    <div
      className={`form-field ${className}`}
      data-path={path}
      onFocus={messages.onFocus}
      onBlur={messages.onBlur}
    >
      {children}
      <Messages id={messages.id} messages={messages.list} />
      <Held>
        {state.theirs ? (
          <FieldConflict path={path} name={name} state={state} readOnly={readOnly}>
            <FieldValue field={field} value={state.theirs.value} />
          </FieldConflict>
        ) : (
          <FieldNote note={state.note} />
        )}
      </Held>
    </div>
  )
}

export function RequiredMark() {
  return (
    <span className="form-required" title="Required">
      {' '}
      *
    </span>
  )
}

interface FieldMessages {
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
export function useMessages(id: string, field: Field, state: FieldState, isBase: boolean): FieldMessages {
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

function Messages({ id, messages }: { readonly id: string; readonly messages: readonly FieldMessage[] }) {
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
