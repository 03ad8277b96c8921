// Renders a field value by the definition of its type.
import { List } from '@mantine/core'
import { useState } from 'react'
import type { FieldViewProps, TypeOf } from './field-type.ts'
import { toUnfinishedText } from './json/json-text.ts'
import { LongText, More, Nothing, PlainValue } from './plain-value.tsx'

const itemsAtOnce = 20

interface TypedViewProps extends FieldViewProps {
  readonly typeOf: TypeOf
}

/** `undefined` and null both mean no value. */
export function TypedView({ field, value, typeOf }: TypedViewProps) {
  const { ListView } = typeOf(field.type)
  if (value === null || value === undefined) return <Nothing text="No value" />
  if (!field.many || !Array.isArray(value)) return <One field={field} value={value} typeOf={typeOf} />
  if (ListView) return <ListView field={field} value={value} />
  if (value.length === 0) return <Nothing text="Empty list" />
  return <Many field={field} values={value} typeOf={typeOf} />
}

interface ManyProps extends Pick<TypedViewProps, 'field' | 'typeOf'> {
  readonly values: readonly unknown[]
}

function Many({ field, values, typeOf }: ManyProps) {
  const [shown, setShown] = useState(itemsAtOnce)
  const rest = values.length - shown
  return (
    <>
      <List type="ordered" size="sm" spacing={4} withPadding={false}>
        {values.slice(0, shown).map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value of a list is identified by its index
          <List.Item key={index}>
            <One field={field} value={value} typeOf={typeOf} />
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

function One({ field, value, typeOf }: TypedViewProps) {
  const { View, toText } = typeOf(field.type)
  const choice = field.options?.find(option => option.value === value)
  const unfinished = toUnfinishedText(value)
  if (unfinished !== null) return <LongText text={unfinished} />
  if (View) return <View field={field} value={value} />
  return <PlainValue name={field.apiName} value={value} text={choice?.name ?? toText?.(value) ?? null} />
}
