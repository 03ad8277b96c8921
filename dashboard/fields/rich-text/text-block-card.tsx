// Shows a block of a component inside a text: its icon, name, title and problems. Its title opens its form.
import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useContext } from 'react'
import { ComponentIcon } from '../../parts/pictures/component-icon.tsx'
import type { BlockCardProps } from '../../rich-text/blocks/editor-blocks.ts'
import { componentOf, nameBlock, nameOf, titleOf } from '../component/blocks.ts'
import { wantPlace } from '../component/open-blocks.ts'
import { TextBlocksContext } from './text-blocks.ts'

export function TextBlockCard({ attributes, onEdit }: BlockCardProps) {
  const blocks = useContext(TextBlocksContext)
  if (blocks === null) return null
  const { component, key, data } = attributes
  const { field, inner, path } = blocks
  const block = { component, key: key ?? '', data }
  const place = `${path}/${block.key}`
  const errors = (inner?.problems ?? []).filter(
    each => each.severity === 'error' && (each.place === place || each.place.startsWith(`${place}/`)),
  )
  const name = nameBlock(field, block)
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`
  return (
    <>
      <span className="picture block-picture">
        <ComponentIcon icon={componentOf(field, block)?.icon} />
      </span>
      <UnstyledButton
        className="rich-text-block-name"
        aria-label={`Open ${name}`}
        onClick={() => onEdit(block.key)}
      >
        <span className="block-component">{nameOf(field, block)}</span>{' '}
        <span className="block-title">{titleOf(field, block)}</span>
      </UnstyledButton>
      {errors.length > 0 ? (
        <UnstyledButton
          className="block-problems"
          aria-label={`${count} in ${name}: go to the first`}
          onClick={() => wantPlace(errors[0]!.place)}
        >
          <IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />
          {count}
        </UnstyledButton>
      ) : null}
    </>
  )
}
