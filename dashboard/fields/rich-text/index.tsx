// The type of rich text. Editors can edit Portable Text, and see other formats.
import { IconAlignLeft } from '@tabler/icons-react'
import { useMemo } from 'react'
import { toStoredReferences } from '../../parts/references/reference-value.ts'
import { findBlockError, listBlockEntries, listBlockFiles } from '../component/block-words.ts'
import { type Block, readTextBlock } from '../component/blocks.ts'
import { ComponentsInput } from '../component/components-input.tsx'
import type { FieldViewProps, ReadField, RuleInputProps, TypeDefinition, TypeOf } from '../field-type.ts'
import { JsonValue, LongText, PlainValue } from '../plain-value.tsx'
import { CollectionsInput } from '../reference/collections-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'
import { listTextEntries, listTextFiles, toRichTextLines } from './rich-text-lines.ts'
import { toPlainText } from './rich-text-words.ts'

function RichTextView({ field, value }: FieldViewProps) {
  if (typeof value !== 'object' || value === null) return <PlainValue name={field.apiName} value={value} />
  return <WordsAndJson name={field.apiName} value={value} />
}

/** Only Portable Text can contain entries and blocks. */
function TargetInputs(props: RuleInputProps) {
  if (props.form.kind !== 'richText') return null
  return (
    <>
      <CollectionsInput
        {...props}
        label="Entries in the text, and links to entries"
        description="The collections that they may come from. Leave empty to allow any collection."
      />
      <ComponentsInput
        {...props}
        label="Components that may stand in it"
        description="Editors add their blocks between paragraphs. Leave empty for a text without blocks."
        isOptional
      />
    </>
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

function blocksIn(value: unknown): readonly { readonly block: Block; readonly path: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((part: unknown, index) => {
    const block = readTextBlock(part)
    return block === null ? [] : [{ block, path: `/${index}` }]
  })
}

function findError(value: unknown, field: ReadField, typeOf: TypeOf): string | null {
  const errors = blocksIn(value).map(({ block }) => findBlockError(block, field, typeOf))
  return errors.find(error => error !== null) ?? null
}

/** `typeOf` finds the types of the fields of blocks in the text, which may be of this type again. */
export const createRichTextType = (typeOf: TypeOf): TypeDefinition => ({
  kinds: [
    { kind: 'richText', label: 'Rich text', format: 'portableText' },
    { kind: 'anyRichText', label: 'Rich text of any format' },
  ],
  choices: [{ label: 'Rich text', about: 'Headings, links, lists, images', kind: 'richText', place: 3 }],
  icon: IconAlignLeft,
  Input: RichTextInput,
  isGroup: true,
  isTranslatable: () => true,
  findError: (value, field) => findError(value, field, typeOf),
  rules: {
    TargetInputs,
    toForm: ({ to = [], of = [] }) => ({ to, of }),
    toProperties: ({ kind, to, of }) => ({
      to: kind === 'richText' && to.length > 0 ? to : undefined,
      of: kind === 'richText' && of.length > 0 ? of : undefined,
    }),
    describeTargets: ({ to, of = [] }, nameOf) =>
      (to ? ` with entries of ${to.map(nameOf).join(', ')}` : '') +
      (of.length > 0 ? ` with blocks of ${of.map(nameOf).join(', ')}` : ''),
  },
  View: RichTextView,
  summarize: value => toPlainText(value) || null,
  toLines: toRichTextLines,
  listFiles: (value, field) => [
    ...listTextFiles(value),
    ...blocksIn(value).flatMap(({ block, path }) =>
      listBlockFiles(block, field, typeOf).map(place => ({ ...place, path: path + place.path })),
    ),
  ],
  toStored: (value, { format }) => (format === 'portableText' ? toStoredReferences(value) : value),
  listEntries: (value, field) => [
    ...listTextEntries(value),
    ...blocksIn(value).flatMap(({ block }) => listBlockEntries(block, field, typeOf)),
  ],
})
