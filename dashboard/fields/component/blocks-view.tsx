// Shows blocks with the values of their fields.
import { Text } from '@mantine/core'
import { nameField } from '../../parts/entries/place-name.ts'
import { ComponentIcon } from '../../parts/pictures/component-icon.tsx'
import type { FieldViewProps, TypeOf } from '../field-type.ts'
import { JsonValue, Nothing } from '../plain-value.tsx'
import { TypedView } from '../typed-view.tsx'
import { listGiven } from './block-words.ts'
import { type Block, componentOf, listBlocks, nameOf } from './blocks.ts'

interface BlocksViewProps extends FieldViewProps {
  readonly typeOf: TypeOf
}

export function BlocksView({ field, value, typeOf }: BlocksViewProps) {
  const blocks = listBlocks(value)
  if (blocks.length === 0) return <Nothing text="No blocks" />
  return (
    <ul className="plain-list blocks-view">
      {blocks.map(block => (
        <li key={block.key}>
          <BlockView field={field} block={block} typeOf={typeOf} />
        </li>
      ))}
    </ul>
  )
}

interface BlockViewProps extends Pick<BlocksViewProps, 'field' | 'typeOf'> {
  readonly block: Block
}

function BlockView({ field, block, typeOf }: BlockViewProps) {
  const component = componentOf(field, block)
  return (
    <>
      <span className="block-view-name">
        <ComponentIcon icon={component?.icon} size={16} />
        <Text span size="sm" fw={550}>
          {nameOf(field, block)}
        </Text>
      </span>
      {component ? (
        <dl className="block-view-fields">
          {listGiven(field, block).map(({ field: inner, value }) => (
            <div key={inner.apiName}>
              <dt>{nameField(inner)}</dt>
              <dd>
                <TypedView field={inner} value={value} typeOf={typeOf} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <JsonValue name={block.component} value={block.data} isOpen />
      )}
    </>
  )
}
