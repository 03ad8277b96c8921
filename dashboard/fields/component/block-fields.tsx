// The fields of an open block, each with the input of its own type.
import { Text } from '@mantine/core'
import { memo, useContext, useMemo } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import type { InnerFields } from '../field-type.ts'
import { JsonValue } from '../plain-value.tsx'
import { type Block, componentOf, isSelected, listFields, nameBlock } from './blocks.ts'
import { BlockTrail } from './trail.ts'
import { useLatest } from './use-blocks.ts'

interface BlockFieldsProps {
  readonly field: Field
  readonly block: Block
  readonly path: string
  readonly inner: InnerFields
  readonly readOnly: boolean
  readonly lang: string | undefined
  readonly onUpdate: (key: string, change: (block: Block) => Block) => void
  readonly onLeave: () => void
}

export const BlockFields = memo(function BlockFields(props: BlockFieldsProps) {
  const { field, block, path, inner, onUpdate } = props
  const { Field: InnerField } = inner
  const around = useContext(BlockTrail)
  const name = nameBlock(field, block)
  const trail = useMemo(() => [...around, name], [around, name])
  const change = useLatest((apiName: string, value: unknown) =>
    onUpdate(block.key, before => ({ ...before, data: { ...before.data, [apiName]: value } })),
  )
  if (componentOf(field, block) === undefined) {
    return (
      <>
        <Text size="sm" c="dimmed" mb="xs">
          {`The space has no component “${block.component}”. The block stays as it is until you remove it.`}
        </Text>
        <JsonValue name={block.component} value={block.data} isOpen />
      </>
    )
  }
  const fields = listFields(field, block)
  const shown = fields.filter(({ field: one }) => isSelected(inner.only, `${path}/${one.apiName}`))
  return (
    <BlockTrail value={trail}>
      {around.length > 0 ? (
        <Text size="xs" c="dimmed" className="block-trail">
          {trail.join(' › ')}
        </Text>
      ) : null}
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          This component has no fields.
        </Text>
      ) : null}
      {shown.map(({ field: one, value }) => (
        <InnerField
          key={one.apiName}
          field={one}
          value={value}
          path={`${path}/${one.apiName}`}
          inner={inner}
          readOnly={props.readOnly}
          lang={props.lang}
          onChange={change}
          onLeave={props.onLeave}
        />
      ))}
    </BlockTrail>
  )
})
