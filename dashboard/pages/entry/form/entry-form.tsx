// The form of an entry: the title, the slug and all fields. In a variant it is the same form without the slug, which shows
// the values for everyone where the variant overrides nothing.
import { Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Fragment, memo, useMemo } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import type { VariantView } from '../../../api/content/drafts.ts'
import { isSelected } from '../../../fields/component/blocks.ts'
import { isShort } from '../../../fields/field-inputs.tsx'
import { useMessages } from '../../../fields/frame/messages.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { toInputId } from '../../../parts/forms/field-focus.ts'
import { toTextAria } from '../../../parts/forms/input-aria.ts'
import { useFieldState } from '../editor-context.ts'
import { toFieldPath } from '../engine/draft-paths.ts'
import { FieldFrame } from './field-frame.tsx'
import { FieldRow, type FieldRowProps } from './field-row.tsx'
import { InheritedNote, OutdatedBadge, useShownValue, VariantNote } from './shown-value.tsx'
import { SlugLine } from './slug-line.tsx'
import type { VariantFilter } from './variant-filter.ts'

interface EntryFormProps {
  readonly model: CollectionModelView
  readonly titleField: string | null
  /** Null for everyone. */
  readonly variant: VariantView | null
  readonly filter: VariantFilter
  /** The places that the filter selects; null for all. */
  readonly only: ReadonlySet<string> | null
  readonly lang: string | undefined
  readonly isNew: boolean
  readonly readOnly: boolean
}

/** The form of an entry: title, slug, and the fields in the order of the model. Short fields share a row. */
export const EntryForm = memo(function EntryForm(props: EntryFormProps) {
  const { model, titleField, variant, filter, only, lang, isNew, readOnly } = props
  const fields = model.fields as readonly Field[]
  const variantId = variant?.id ?? null
  const shown = useMemo(
    () =>
      fields.filter(({ apiName, hidden }) => !hidden && isSelected(only, toFieldPath(apiName, variantId))),
    [fields, only, variantId],
  )
  const title = shown.find(({ apiName, many, options }) => apiName === titleField && !many && !options)
  const rows = useMemo(() => toRows(shown.filter(field => field !== title)), [shown, title])
  const common = { variant: variantId, only, lang, readOnly }
  return (
    // Each variant has inputs of its own, so that none keeps what was typed in another one.
    <Fragment key={variant?.id ?? ''}>
      {variant ? (
        <Text className="form-for">
          Values for {variant.name}. A grey value is the one for everyone: change it to override it.
        </Text>
      ) : null}
      {title ? <TitleField field={title} {...common} /> : null}
      {variant ? null : (
        <SlugLine
          collection={model.apiName}
          isNew={isNew}
          readOnly={readOnly}
          hasSource={model.slugFrom !== undefined}
        />
      )}
      {shown.length === 0 && filter !== 'all' ? <Text c="dimmed">{nothingShown[filter]}</Text> : null}
      {rows.map(row =>
        row.length === 1 ? (
          row.map(field => <FieldRow key={field.apiName} field={field} {...common} />)
        ) : (
          <div className="form-line" key={row.map(({ apiName }) => apiName).join()}>
            {row.map(field => (
              <FieldRow key={field.apiName} field={field} {...common} />
            ))}
          </div>
        ),
      )}
    </Fragment>
  )
})

const nothingShown = {
  overridden: 'Nothing is overridden.',
  untranslated: 'All texts are overridden.',
  outdated: 'No override is outdated.',
} as const

const besideMax = 3

/** Groups up to three neighbouring short fields into one row. */
function toRows(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    const fits = last !== undefined && last.length < besideMax && last.every(isShort)
    if (fits && isShort(field)) last.push(field)
    else rows.push([field])
  }
  return rows
}

/** The input of the title, which is large and at the top of the form. */
function TitleField({ field, variant, readOnly, lang }: FieldRowProps) {
  const path = toFieldPath(field.apiName, variant)
  const shown = useShownValue(path)
  const { state, value, isInherited } = shown
  const id = toInputId(path)
  const messages = useMessages(id, field, state, variant === null)
  const described = [isInherited ? `${id}:same` : null, messages.list.length > 0 ? messages.id : null]
  return (
    <FieldFrame
      className="form-title"
      path={path}
      field={field}
      state={state}
      messages={messages}
      readOnly={readOnly}
      isInherited={isInherited}
      onLeave={shown.leave}
    >
      <VisuallyHidden>
        <label htmlFor={id}>{nameField(field)}</label>
      </VisuallyHidden>
      <Textarea
        id={id}
        variant="unstyled"
        autosize
        minRows={1}
        value={typeof value === 'string' ? value : ''}
        placeholder={field.required && variant === null ? 'Title (required)' : 'Title'}
        onChange={event => {
          // A title cannot contain line breaks; long titles wrap.
          const line = event.currentTarget.value.replaceAll('\n', ' ')
          shown.change(line === '' ? null : line)
        }}
        onBlur={shown.leaveInput}
        readOnly={readOnly}
        lang={isInherited ? undefined : lang}
        {...toTextAria({
          describedBy: described.filter(Boolean).join(' ') || undefined,
          invalid: messages.isInvalid,
          required: field.required === true && variant === null,
        })}
      />
      {isInherited ? <InheritedNote id={`${id}:same`} /> : null}
      <OutdatedBadge state={state} />
      <VariantNote field={field} shown={shown} readOnly={readOnly} />
    </FieldFrame>
  )
}

/** Returns the title including unsaved edits; null if it is empty. */
export function useTitle(titleField: string | null): string | null {
  const { value } = useFieldState(toFieldPath(titleField ?? '', null))
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

interface EntryHeadingProps {
  readonly title: string | null
  /** Shown if there is no title. */
  readonly fallback: string
}

/** The heading of the page and the title of the window. */
export function EntryHeading({ title, fallback }: EntryHeadingProps) {
  const text = useTitle(title) ?? fallback
  useDocumentTitle(`${text} · Frontlist`)
  return <VisuallyHidden component="h1">{text}</VisuallyHidden>
}
