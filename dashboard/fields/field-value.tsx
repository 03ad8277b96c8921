// Renders a field value by its type.
import { List } from '@mantine/core'
import { useState } from 'react'
import type { FieldViewProps } from './field-type.ts'
import { toValueText } from './field-values.ts'
import { toUnfinishedText } from './json/json-text.ts'
import { LongText, More, Nothing, PlainValue } from './plain-value.tsx'
import { fieldTypes } from './registry.ts'

const itemsAtOnce = 20

/** `undefined` and null both mean no value. */
export function FieldValue({ field, value }: FieldViewProps) {
  const { ListView } = fieldTypes[field.type]
  if (value === null || value === undefined) return <Nothing text="No value" />
  if (!field.many || !Array.isArray(value)) return <One field={field} value={value} />
  if (ListView) return <ListView field={field} value={value} />
  if (value.length === 0) return <Nothing text="Empty list" />
  return <Many field={field} values={value} />
}

interface ManyProps extends Pick<FieldViewProps, 'field'> {
  readonly values: readonly unknown[]
}

function Many({ field, values }: ManyProps) {
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

function One({ field, value }: FieldViewProps) {
  const { View } = fieldTypes[field.type]
  const unfinished = toUnfinishedText(value)
  if (unfinished !== null) return <LongText text={unfinished} />
  if (View) return <View field={field} value={value} />
  return <PlainValue name={field.apiName} value={value} text={toValueText(field, value)} />
}
