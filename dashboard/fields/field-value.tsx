// Renders a field value by its type.
import { Anchor, List, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Field as ModelField } from '../../src/content/values/model.ts'
import { useAsset } from '../api/media/assets.ts'
import { type NamedAsset, toNamedAsset } from '../media/asset-value.ts'
import { describeFile } from '../media/file-words.ts'
import { JsonView } from '../parts/code/json-view.tsx'
import { describeAsset, toAsset } from './asset/asset-text.ts'
import { toUnfinishedText } from './json/json-text.ts'
import { ReferenceChips } from './reference/reference-chips.tsx'
import { toWords } from './rich-text/rich-text-words.ts'
import { toValueText } from './value-text.ts'

type Field = Pick<ModelField, 'apiName' | 'type' | 'many' | 'options'>

interface FieldValueProps {
  readonly field: Field
  /** `undefined` and null both mean no value. */
  readonly value: unknown
}

const itemsAtOnce = 20
const textLengthShown = 600
const jsonRowsMax = 25

export function FieldValue({ field, value }: FieldValueProps) {
  if (value === null || value === undefined) return <Nothing text="No value" />
  if (field.type === 'reference') return <ReferenceChips value={value} />
  if (!field.many || !Array.isArray(value)) return <One field={field} value={value} />
  if (value.length === 0) return <Nothing text="Empty list" />
  return <Many field={field} values={value} />
}

function Many({ field, values }: { readonly field: Field; readonly values: readonly unknown[] }) {
  const [shown, setShown] = useState(itemsAtOnce)
  const rest = values.length - shown
  return (
    <>
      <List type="ordered" size="sm" spacing={4} withPadding={false}>
        {values.slice(0, shown).map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value of a list is identified by its index
          <List.Item key={index}>
            <One field={field} value={value} />
          </List.Item>
        ))}
      </List>
      {rest > 0 ? (
        <More
          text={`Show ${Math.min(rest, itemsAtOnce)} more of ${values.length.toLocaleString('en')}`}
          onClick={() => setShown(shown + itemsAtOnce)}
        />
      ) : null}
    </>
  )
}

function One({ field, value }: FieldValueProps) {
  const isObject = typeof value === 'object' && value !== null
  const unfinished = toUnfinishedText(value)
  if (unfinished !== null) return <LongText text={unfinished} />
  const named = field.type === 'asset' ? toNamedAsset(value) : null
  if (named) return <LibraryFileName value={named} />
  if (field.type === 'asset' && toAsset(value)) return <File value={value} />
  if (field.type === 'richText' && isObject) return <RichText name={field.apiName} value={value} />
  if (isObject) return <JsonView value={value} openLevels={4} rowsMax={jsonRowsMax} label={field.apiName} />
  return <LongText text={toValueText(field, value) ?? String(value)} />
}

/** Shows the plain text, and the JSON with the formatting below it. */
function RichText({ name, value }: { readonly name: string; readonly value: object }) {
  const words = useMemo(() => toWords(value), [value])
  return (
    <>
      {words === '' ? null : <LongText text={words} />}
      <JsonView value={value} openLevels={words === '' ? 4 : 0} rowsMax={jsonRowsMax} label={name} />
    </>
  )
}

function File({ value }: { readonly value: unknown }) {
  const asset = toAsset(value)
  return (
    <Text component="div" size="sm" className="entry-text">
      {asset?.url}
      <Text size="xs" c="dimmed">
        {asset ? describeAsset(asset) : ''}
      </Text>
    </Text>
  )
}

/** Shows a file's name with the alt text and title that this use overrides. */
function LibraryFileName({ value: { id, alt, title } }: { readonly value: NamedAsset }) {
  const { data: asset } = useAsset(id)
  const own = [alt === '' ? 'decorative' : alt, title].filter(Boolean).join(' · ')
  return (
    <Text component="div" size="sm" className="entry-text">
      {asset?.filename ?? (asset === null ? `A missing file, ${id}` : id)}
      <Text size="xs" c="dimmed">
        {own || (asset ? describeFile(asset) : '')}
      </Text>
    </Text>
  )
}

function LongText({ text }: { readonly text: string }) {
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

function More({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" mih={24} onClick={onClick}>
      {text}
    </Anchor>
  )
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Text component="span" size="sm" c="dimmed">
      {text}
    </Text>
  )
}
