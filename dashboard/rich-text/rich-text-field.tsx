// Decides whether a value can be edited as rich text. It is in a separate bundle with the editor.
import { useRef } from 'react'
import { isPortableText, type PortableText } from './document/portable-text.ts'
import { OtherFormat } from './other-format.tsx'
import { RichTextEditor, type RichTextEditorProps } from './rich-text-editor.tsx'

type RichTextFieldProps = Omit<RichTextEditorProps, 'value'> & { readonly value: unknown }

export function RichTextField({ value, ...props }: RichTextFieldProps) {
  /** The checked value. Values that the editor itself has written are not checked again at each key press. */
  const known = useRef<{ readonly value: unknown; readonly isGood: boolean } | null>(null)
  if (known.current?.value !== value || known.current === null) {
    known.current = { value, isGood: isPortableText(value) }
  }
  if (!known.current.isGood) {
    const reason = 'This text has parts that cannot be edited here.'
    return <OtherFormat value={value} labelledBy={props.labelledBy} reason={reason} />
  }
  const onChange = (next: PortableText | null) => {
    known.current = { value: next, isGood: true }
    props.onChange(next)
  }
  return <RichTextEditor {...props} value={(value ?? null) as PortableText | null} onChange={onChange} />
}
