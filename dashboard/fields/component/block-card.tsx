// The card of one block: its component, title, picture and problems, what can be done with it, and, while it is open, its
// fields.
import { ActionIcon, CloseButton, Menu, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDotsVertical,
  IconRowInsertBottom,
  IconRowInsertTop,
} from '@tabler/icons-react'
import type { Field } from '../../../src/content/values/model.ts'
import { useAsset } from '../../api/media/assets.ts'
import { toNamedAsset } from '../../media/asset-value.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { ComponentIcon } from '../../parts/pictures/component-icon.tsx'
import type { InnerFields, PlacedProblem, TypeOf } from '../field-type.ts'
import { BlockFields } from './block-fields.tsx'
import { excerptOf, listBlockFiles } from './block-words.ts'
import { type Block, componentOf, nameBlock, nameOf, titleOf } from './blocks.ts'
import { setOpen, useFocusWhenWanted, useIsOpen, useOpenWhenWanted, wantPlace } from './open-blocks.ts'

export interface BlockCardProps {
  /** The field that has the block. */
  readonly field: Field
  readonly block: Block
  /** The path of the block, or that of its field if that has a single one. */
  readonly path: string
  readonly inner: InnerFields
  readonly typeOf: TypeOf
  readonly readOnly: boolean
  readonly lang: string | undefined
  readonly onUpdate: (key: string, change: (block: Block) => Block) => void
  readonly onLeave: () => void
  readonly onRemove: () => void
  /** Adds a block before (0) or after (1) this one. */
  readonly onAdd?: (offset: 0 | 1) => void
  readonly onCopy?: () => void
}

export function BlockCard(props: BlockCardProps) {
  const { field, block, path, inner, readOnly, onRemove, onAdd, onCopy } = props
  const isOpen = useIsOpen(path, !field.many)
  useOpenWhenWanted(path)
  useFocusWhenWanted(path)
  const name = nameBlock(field, block)
  const body = `${path}:body`
  const errors = inner.problems.filter(
    ({ place, severity }) => severity === 'error' && isInside(place, path, field),
  )
  const places = new Set([
    ...inner.waiting.filter(place => place.startsWith(`${path}/`)),
    ...errors.map(({ place }) => place),
  ])
  return (
    <div className="block" data-path={path} data-open={isOpen || undefined}>
      <div className="block-head">
        <UnstyledButton
          className="block-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setOpen([path], !isOpen)}
        >
          {isOpen ? <IconChevronDown {...chevron} /> : <IconChevronRight {...chevron} />}
          <BlockPicture field={field} block={block} typeOf={props.typeOf} />
          <span className="block-names">
            <span className="block-component">{nameOf(field, block)}</span>{' '}
            <span className="block-title">
              {titleOf(field, block) ?? excerptOf(field, block, props.typeOf)}
            </span>
          </span>
        </UnstyledButton>
        {places.size > 0 ? <ProblemCount places={[...places]} name={name} /> : null}
        {onAdd && onCopy ? <BlockMenu name={name} onAdd={onAdd} onCopy={onCopy} /> : null}
        {readOnly || inner.isShared ? null : (
          <CloseButton size={26} iconSize={14} aria-label={`Remove ${name}`} onClick={onRemove} />
        )}
      </div>
      <BlockMessages problems={field.many ? errors.filter(({ place }) => place === path) : []} />
      {isOpen ? (
        <div className="block-body" id={body}>
          <BlockFields
            field={field}
            block={block}
            path={path}
            inner={inner}
            readOnly={readOnly}
            lang={props.lang}
            onUpdate={props.onUpdate}
            onLeave={props.onLeave}
          />
        </div>
      ) : null}
    </div>
  )
}

const chevron = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The field of a single block itself shows the problems at its own path. */
function isInside(place: string, path: string, { many }: Field): boolean {
  return place.startsWith(`${path}/`) || (many === true && place === path)
}

const pictureWidth = 96

/** Shows the first picture in the block, or the icon of its component. */
function BlockPicture({ field, block, typeOf }: Pick<BlockCardProps, 'field' | 'block' | 'typeOf'>) {
  const files = listBlockFiles(block, field, typeOf)
  const file = files.map(({ value }) => toNamedAsset(value)).find(named => named !== null)
  const { data: asset } = useAsset(file?.id ?? '')
  if (file && asset)
    return <Thumbnail asset={asset} width={pictureWidth} className="block-picture" iconSize={18} />
  return (
    <span className="picture block-picture">
      <ComponentIcon icon={componentOf(field, block)?.icon} />
    </span>
  )
}

interface ProblemCountProps {
  readonly places: readonly string[]
  readonly name: string
}

/** Leads to the first place in the block that needs something. */
function ProblemCount({ places, name }: ProblemCountProps) {
  const text = places.length === 1 ? '1 problem' : `${places.length} problems`
  return (
    <UnstyledButton
      className="block-problems"
      aria-label={`${text} in ${name}: go to the first`}
      onClick={() => wantPlace(places[0]!)}
    >
      <IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />
      {text}
    </UnstyledButton>
  )
}

function BlockMessages({ problems }: { readonly problems: readonly PlacedProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="form-messages plain-list block-messages">
      {problems.map(({ code, message }) => (
        <li key={code}>{`This block ${message}.`}</li>
      ))}
    </ul>
  )
}

interface BlockMenuProps {
  readonly name: string
  readonly onAdd: (offset: 0 | 1) => void
  readonly onCopy: () => void
}

function BlockMenu({ name, onAdd, onCopy }: BlockMenuProps) {
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
  return (
    <Menu position="bottom-end" loop>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={`Actions for ${name}`}>
          <IconDotsVertical size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconRowInsertTop {...icon} />} onClick={() => onAdd(0)}>
          Add a block above
        </Menu.Item>
        <Menu.Item leftSection={<IconRowInsertBottom {...icon} />} onClick={() => onAdd(1)}>
          Add a block below
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
