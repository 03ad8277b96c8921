// One field of the form: its name, help, input, live value and problems. It is rendered again only when the state of its
// own path changes.
import { Button, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { isGroup, toInput } from '../../../fields/field-inputs.tsx'
import { FieldValue } from '../../../fields/field-value.tsx'
import { findValueError, holdsBlocks, toValueText } from '../../../fields/field-values.ts'
import { CharacterCount, FieldLabel, RequiredMark } from '../../../fields/frame/field-label.tsx'
import { useMessages } from '../../../fields/frame/messages.tsx'
import { StateBadge } from '../../../parts/entries/entry-state.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { toInputId } from '../../../parts/forms/field-focus.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { isEqual, toFieldPath } from '../engine/draft-paths.ts'
import { BlocksOrigin } from './blocks-origin.tsx'
import { FieldFrame } from './field-frame.tsx'
import { InnerRow } from './inner-row.tsx'
import { useShownBlocks } from './shown-blocks.ts'
import { InheritedNote, OutdatedBadge, useShownValue, VariantNote } from './shown-value.tsx'

export interface FieldRowProps {
  readonly field: Field
  readonly variant: string | null
  /** The places that the filter selects; null for all. */
  readonly only: ReadonlySet<string> | null
  readonly readOnly: boolean
  readonly lang: string | undefined
}

export const FieldRow = memo(function FieldRow({ field, variant, only, readOnly, lang }: FieldRowProps) {
  const path = toFieldPath(field.apiName, variant)
  const shown = useShownValue(path)
  const { state } = shown
  const { isShared, isInherited, value } = useShownBlocks(field, shown)
  const id = toInputId(path)
  // Problems at places inside of the value are beside the fields there.
  const own = useMemo(
    () => ({ ...state, problems: state.problems.filter(({ place }) => place === path) }),
    [state, path],
  )
  const inner = useMemo(
    () => ({
      ...{ Field: InnerRow, problems: state.problems, waiting: state.waiting },
      ...{ isBase: variant === null, isShared, only: isShared ? only : null },
    }),
    [state.problems, state.waiting, variant, isShared, only],
  )
  const messages = useMessages(id, field, own, variant === null)
  const [label, help, same] = [`${id}:name`, `${id}:help`, `${id}:same`]
  const Input = toInput(field)
  const isForeign = !shown.isEdited && findValueError(field, value) !== null
  const described = [
    field.help ? help : null,
    isInherited ? same : null,
    messages.list.length > 0 ? messages.id : null,
  ]
  const hasOrigin = variant !== null && holdsBlocks(field)
  const isChanged = state.live !== null && !isEqual(state.value ?? null, state.live.value ?? null)
  return (
    <FieldFrame
      path={path}
      field={field}
      state={state}
      messages={messages}
      readOnly={readOnly}
      isInherited={isInherited}
      onLeave={shown.leave}
    >
      <div className="form-field-head">
        <FieldLabel id={label} input={isGroup(field) || isForeign ? null : id}>
          {nameField(field)}
          {field.required && variant === null ? <RequiredMark /> : null}
        </FieldLabel>
        {isInherited ? <InheritedNote id={same} /> : null}
        <OutdatedBadge state={state} />
        {isChanged ? <StateBadge word="changed" tone="amber" /> : null}
        <CharacterCount field={field} value={value} />
      </div>
      {field.help ? (
        <Text id={help} className="form-help">
          {field.help}
        </Text>
      ) : null}
      {hasOrigin ? <BlocksOrigin field={field} shown={shown} readOnly={readOnly} /> : null}
      {isForeign ? (
        <ForeignValue
          field={field}
          value={value}
          readOnly={readOnly}
          onReplace={() => (isInherited ? shown.startEmpty() : shown.change(field.many ? [] : null))}
        />
      ) : (
        <Input
          field={field}
          value={value}
          onChange={shown.change}
          onLeave={shown.leaveInput}
          id={id}
          labelledBy={label}
          describedBy={described.filter(Boolean).join(' ') || undefined}
          invalid={messages.isInvalid}
          readOnly={readOnly}
          lang={isInherited ? undefined : lang}
          inner={inner}
        />
      )}
      <Held>{isChanged ? <LiveValue field={field} value={state.live?.value} /> : null}</Held>
      {hasOrigin ? null : <VariantNote field={field} shown={shown} readOnly={readOnly} />}
    </FieldFrame>
  )
})

const textLengthShown = 80

/** Shows the live value of a field whose draft differs, if it is short; otherwise only states that it differs. */
function LiveValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const text = toShortText(field, value)
  return (
    <Text className="form-live" component="div">
      {text === null
        ? 'Published version differs'
        : text === ''
          ? 'Empty in the published version'
          : `Published: ${text}`}
    </Text>
  )
}

/** Returns null if the value does not fit in one line; empty if there is none. */
function toShortText(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map(one => toValueText(field, one))
  return texts.includes(null) ? null : cut(texts.join(', '))
}

function cut(text: string): string {
  return text.length > textLengthShown ? `${text.slice(0, textLengthShown)}…` : text
}

interface ForeignValueProps {
  readonly field: Field
  readonly value: unknown
  readonly readOnly: boolean
  readonly onReplace: () => void
}

/** Shows a value whose type does not match its field. It stays unchanged until the user replaces it. */
function ForeignValue({ field, value, readOnly, onReplace }: ForeignValueProps) {
  return (
    <div className="form-shown">
      <FieldValue field={{ apiName: field.apiName, type: 'json' }} value={value} />
      <Text size="sm" c="dimmed" mt="xs">
        This value does not fit the field. It stays as it is until you replace it.
      </Text>
      {readOnly ? null : (
        <Button size="xs" variant="default" mt="xs" onClick={onReplace}>
          Replace
        </Button>
      )}
    </div>
  )
}
