// The type of rich text. Editors can edit Portable Text, and see other formats.
import { IconAlignLeft } from '@tabler/icons-react'
import { useMemo } from 'react'
import { toStoredReferences } from '../../parts/references/reference-value.ts'
import type { FieldViewProps, RuleInputProps, TypeDefinition } from '../field-type.ts'
import { JsonValue, LongText, PlainValue } from '../plain-value.tsx'
import { CollectionsInput } from '../reference/collections-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'
import { listTextEntries, listTextFiles, toRichTextLines } from './rich-text-lines.ts'
import { toPlainText } from './rich-text-words.ts'

function RichTextView({ field, value }: FieldViewProps) {
  if (typeof value !== 'object' || value === null) return <PlainValue name={field.apiName} value={value} />
  return <WordsAndJson name={field.apiName} value={value} />
}

/** Only Portable Text can contain entries and link to them. */
function TargetInputs(props: RuleInputProps) {
  if (props.form.kind !== 'richText') return null
  return (
    <CollectionsInput
      {...props}
      label="Entries in the text, and links to entries"
      description="The collections that they may come from. Leave empty to allow any collection."
    />
  )
}

/** Shows the plain text, and the JSON with the formatting below it. */
function WordsAndJson({ name, value }: { readonly name: string; readonly value: object }) {
  const words = useMemo(() => toPlainText(value), [value])
  return (
    <>
      {words === '' ? null : <LongText text={words} />}
      <JsonValue name={name} value={value} isOpen={words === ''} />
    </>
  )
}

export const richText: TypeDefinition = {
  kinds: [
    { kind: 'richText', label: 'Rich text', format: 'portableText' },
    { kind: 'anyRichText', label: 'Rich text of any format' },
  ],
  choices: [{ label: 'Rich text', about: 'Headings, links, lists, images', kind: 'richText', place: 3 }],
  icon: IconAlignLeft,
  Input: RichTextInput,
  isGroup: true,
  isTranslatable: () => true,
  findError: () => null,
  rules: {
    TargetInputs,
    toForm: ({ to = [] }) => ({ to }),
    toProperties: ({ kind, to }) => ({ to: kind === 'richText' && to.length > 0 ? to : undefined }),
    describeTargets: ({ to }, nameOf) => (to ? ` with entries of ${to.map(nameOf).join(', ')}` : ''),
  },
  View: RichTextView,
  summarize: value => toPlainText(value) || null,
  toLines: toRichTextLines,
  listFiles: listTextFiles,
  toStored: (value, { format }) => (format === 'portableText' ? toStoredReferences(value) : value),
  listEntries: listTextEntries,
}
