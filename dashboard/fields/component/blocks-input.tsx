// The input of blocks: a list of cards, which are added, ordered, copied and removed, or the card of a single block.
import { Anchor, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useContext, useState } from 'react'
import { blockLevelsMax, type Component } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import { moveItem, OrderedList } from '../../parts/ordering/ordered-list.tsx'
import { FieldGroup } from '../field-group.tsx'
import type { FieldInputProps, InnerFields, TypeOf } from '../field-type.ts'
import { BlockCard } from './block-card.tsx'
import {
  type Block,
  copyBlock,
  createBlock,
  isSelected,
  listAllowed,
  makeRandomKey,
  nameBlock,
} from './blocks.ts'
import { ComponentPicker } from './component-picker.tsx'
import { setOpen, wantPlace } from './open-blocks.ts'
import { BlockTrail } from './trail.ts'
import { useBlocks, useLatest } from './use-blocks.ts'

interface Removed {
  readonly block: Block
  readonly index: number
}

interface BlocksInputProps extends FieldInputProps {
  readonly inner: InnerFields
  readonly typeOf: TypeOf
}

export function BlocksInput(props: BlocksInputProps) {
  const { field, id, labelledBy, readOnly, lang, inner, typeOf } = props
  const isMany = field.many === true
  const { blocks, set, update } = useBlocks(props.value, isMany, props.onChange)
  const leave = useLatest(props.onLeave)
  const [message, say] = useState('')
  const [removed, setRemoved] = useState<Removed | null>(null)
  /** The index at which the picker adds a block; null while it is closed. */
  const [place, setPlace] = useState<number | null>(null)
  const trail = useContext(BlockTrail)
  const path = id.replace(/^field:/, '')
  const pathOf = ({ key }: Block) => (isMany ? `${path}/${key}` : path)
  const allowed = listAllowed(field)
  const isFull = blocks.length >= (isMany ? (field.maxItems ?? Number.POSITIVE_INFINITY) : 1)
  const isTooDeep = trail.length >= blockLevelsMax
  const isFixed = readOnly || inner.isShared
  const shown = blocks.filter(block => isSelected(inner.only, pathOf(block)))
  const canAdd = !isFixed && !isFull && !isTooDeep && allowed.length > 0
  const insert = (block: Block, index: number) => {
    setRemoved(null)
    setOpen([pathOf(block)], true)
    set(blocks.toSpliced(index, 0, block))
    wantPlace(pathOf(block))
  }
  const add = (component: Component, index: number) => {
    setPlace(null)
    insert(createBlock(component, makeRandomKey), index)
    say(`${component.name} added at place ${index + 1}.`)
  }
  const begin = (index: number) => {
    if (allowed.length === 1) add(allowed[0]!, index)
    else setPlace(index)
  }
  const toAddId = (index: number) => `${id}:add${index < blocks.length ? `:${index}` : ''}`
  const closePicker = () => {
    const buttons = [toAddId(place ?? blocks.length), `${id}:add`]
    setPlace(null)
    // The button replaces the picker in the next render.
    setTimeout(() =>
      buttons
        .map(one => document.getElementById(one))
        .find(one => one !== null)
        ?.focus(),
    )
  }
  const remove = (index: number) => {
    set(blocks.toSpliced(index, 1))
    setRemoved({ block: blocks[index]!, index })
    if (blocks.length === 1) setTimeout(() => document.getElementById(`${id}:undo`)?.focus())
  }
  const beginBySlash = (event: KeyboardEvent) => {
    if (event.key !== '/' || !canAdd || blocks.length > 0 || place !== null) return
    event.preventDefault()
    event.stopPropagation()
    begin(0)
  }
  const picker =
    place === null ? null : (
      <ComponentPicker
        components={allowed}
        label={`Component to add to ${nameField(field)}`}
        onChoose={component => add(component, place)}
        onClose={closePicker}
      />
    )
  return (
    <FieldGroup {...props} className="blocks-input" onLeave={leave}>
      {shown.length > 1 ? <OpenAll paths={shown.map(pathOf)} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the buttons inside */}
      <div onKeyDown={beginBySlash}>
        <OrderedList
          items={shown}
          count={shown.length}
          keyOf={({ key }) => key}
          nameOf={block => nameBlock(field, block)}
          labelledBy={labelledBy}
          layout="cards"
          readOnly={isFixed}
          onMove={(from, to) => set(moveItem(blocks, from, to))}
          onRemove={remove}
          render={(block, index, removeIt) => (
            <>
              {place === index ? picker : null}
              {isMany && canAdd && index > 0 && place !== index ? (
                <InsertButton
                  id={toAddId(index)}
                  before={nameBlock(field, block)}
                  onClick={() => begin(index)}
                />
              ) : null}
              <BlockCard
                field={field}
                block={block}
                path={pathOf(block)}
                inner={inner}
                typeOf={typeOf}
                readOnly={readOnly}
                lang={lang}
                onUpdate={update}
                onLeave={leave}
                onRemove={removeIt}
                {...(isMany &&
                  canAdd && {
                    onAdd: (offset: 0 | 1) => begin(index + offset),
                    onCopy: () => {
                      insert(copyBlock(field, block, makeRandomKey), index + 1)
                      say(`${nameBlock(field, block)} duplicated.`)
                    },
                  })}
              />
            </>
          )}
        />
        {place !== null && place >= blocks.length ? picker : null}
        {canAdd && place === null ? (
          <AddButton id={`${id}:add`} allowed={allowed} onClick={() => begin(blocks.length)} />
        ) : null}
      </div>
      {inner.isShared ? <SharedNote count={blocks.length} hidden={blocks.length - shown.length} /> : null}
      {removed ? (
        <Group gap="xs" mt="xs">
          <Text size="sm" c="dimmed">{`${nameBlock(field, removed.block)} is removed.`}</Text>
          <Button
            id={`${id}:undo`}
            variant="default"
            size="compact-sm"
            mih={24}
            onClick={() => {
              insert(removed.block, Math.min(removed.index, blocks.length))
              say(`${nameBlock(field, removed.block)} is back.`)
            }}
          >
            Undo
          </Button>
        </Group>
      ) : null}
      {isTooDeep && blocks.length === 0 ? (
        <Text
          size="sm"
          c="dimmed"
        >{`Blocks can be ${blockLevelsMax} levels deep, and this is the last.`}</Text>
      ) : null}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </FieldGroup>
  )
}

/** Says which of the shared blocks are not there. */
function SharedNote({ count, hidden }: { readonly count: number; readonly hidden: number }) {
  if (count > 0 && hidden === 0) return null
  const others = hidden === 1 ? '1 other block has' : `${hidden} other blocks have`
  return (
    <Text size="sm" c="dimmed" mt={count === 0 ? 0 : 'xs'}>
      {count === 0 ? 'There are no blocks for everyone.' : `${others} no such field.`}
    </Text>
  )
}

function OpenAll({ paths }: { readonly paths: readonly string[] }) {
  return (
    <Group gap="md" className="blocks-actions">
      <Anchor component="button" type="button" size="xs" onClick={() => setOpen(paths, true)}>
        Open all
      </Anchor>
      <Anchor component="button" type="button" size="xs" onClick={() => setOpen(paths, false)}>
        Close all
      </Anchor>
    </Group>
  )
}

interface InsertButtonProps {
  readonly id: string
  /** The name of the block below the button. */
  readonly before: string
  readonly onClick: () => void
}

/** The button between two cards. */
function InsertButton({ id, before, onClick }: InsertButtonProps) {
  return (
    <UnstyledButton
      id={id}
      className="block-insert"
      aria-label={`Add a block before ${before}`}
      onClick={onClick}
    >
      <IconPlus size={14} stroke={2} aria-hidden="true" />
    </UnstyledButton>
  )
}

interface AddButtonProps {
  readonly id: string
  readonly allowed: readonly Component[]
  readonly onClick: () => void
}

function AddButton({ id, allowed, onClick }: AddButtonProps) {
  return (
    <Button
      id={id}
      variant="default"
      size="sm"
      fullWidth
      className="dashed-button blocks-add"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={onClick}
    >
      {allowed.length === 1 ? `Add ${allowed[0]!.name}` : 'Add block'}
    </Button>
  )
}
