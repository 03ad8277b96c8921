// The input of the title, which is large and at the top of the form.
import { Textarea, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { Field } from '../../../../src/content/values/model.ts'
import { nameField } from '../../../parts/entries/field-name.ts'
import { toTextAria } from '../../../parts/forms/input-aria.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { toFieldPath } from '../engine/draft-paths.ts'
import { FieldFrame, useMessages } from './field-frame.tsx'
import { toInputId } from './field-id.ts'

interface TitleFieldProps {
  readonly field: Field
  readonly variant: string | null
  readonly readOnly: boolean
  readonly lang: string | undefined
}

export function TitleField({ field, variant, readOnly, lang }: TitleFieldProps) {
  const editor = useEditor()
  const path = toFieldPath(field.apiName, variant)
  const state = useFieldState(path)
  const id = toInputId(path)
  const messages = useMessages(id, field, state, variant === null)
  const text = typeof state.value === 'string' ? state.value : ''
  return (
    <FieldFrame
      className="form-title"
      path={path}
      field={field}
      state={state}
      messages={messages}
      readOnly={readOnly}
    >
      <VisuallyHidden>
        <label htmlFor={id}>{nameField(field)}</label>
      </VisuallyHidden>
      <Textarea
        id={id}
        variant="unstyled"
        autosize
        minRows={1}
        value={text}
        placeholder={field.required ? 'Title (required)' : 'Title'}
        onChange={event => {
          // A title cannot contain line breaks; long titles wrap.
          const line = event.currentTarget.value.replaceAll('\n', ' ')
          editor.change(path, line === '' ? null : line)
        }}
        onBlur={() => editor.leaveField()}
        readOnly={readOnly}
        lang={lang}
        {...toTextAria({
          describedBy: messages.list.length > 0 ? messages.id : undefined,
          invalid: messages.isInvalid,
          required: field.required === true,
        })}
      />
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
