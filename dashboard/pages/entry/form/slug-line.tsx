// Shows the slug of the entry below its title, with a button to edit it.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { slugPath } from '../engine/draft-paths.ts'
import { FieldConflict } from './field-frame.tsx'

interface SlugLineProps {
  readonly collection: string
  readonly isNew: boolean
  readonly readOnly: boolean
  /** True if the model generates slugs from a field. */
  readonly hasSource: boolean
}

export function SlugLine({ collection, isNew, readOnly, hasSource }: SlugLineProps) {
  const editor = useEditor()
  const state = useFieldState(slugPath)
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const slug = String(state.value ?? editor.store.base.slug)
  const isShown = usePointerHeld(isOpen || state.refusal !== null)
  const close = () => {
    setOpen(false)
    editor.leaveField()
    queueMicrotask(() => edit.current?.focus())
  }
  return (
    <div className="slug-line" data-path={slugPath}>
      {isShown ? (
        <SlugInput slug={slug} onClose={close} hasSource={hasSource && !isNew} />
      ) : (
        <Group gap={6} wrap="nowrap">
          <Text component="span" className="slug-text">
            /{collection}/<b>{isNew && slug === '' ? '…' : slug}</b>
          </Text>
          {readOnly ? null : (
            <Button
              ref={edit}
              size="compact-xs"
              variant="subtle"
              c="var(--mantine-color-anchor)"
              mih={24}
              onClick={() => setOpen(true)}
            >
              Edit slug
            </Button>
          )}
        </Group>
      )}
      {state.theirs ? (
        <FieldConflict path={slugPath} name="slug" state={state} readOnly={readOnly}>
          <Text size="sm">{String(state.theirs.value)}</Text>
        </FieldConflict>
      ) : null}
    </div>
  )
}

interface SlugInputProps {
  readonly slug: string
  readonly onClose: () => void
  readonly hasSource: boolean
}

function SlugInput({ slug, onClose, hasSource }: SlugInputProps) {
  const editor = useEditor()
  const refusal = usePointerHeld(useFieldState(slugPath).refusal)
  const suggestion = refusal?.suggestion ?? null
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Slug"
        size="xs"
        className="slug-input"
        value={slug}
        autoFocus
        onChange={event => editor.change(slugPath, event.currentTarget.value)}
        onBlur={() => editor.leaveField()}
        onKeyDown={event => {
          if (event.key === 'Enter' || event.key === 'Escape') onClose()
        }}
        error={refusal === null ? null : `Not saved: ${refusal.message}`}
        autoComplete="off"
        spellCheck={false}
      />
      {suggestion === null ? null : (
        <Button size="xs" variant="default" onClick={() => editor.change(slugPath, suggestion)}>
          Use {suggestion}
        </Button>
      )}
      {hasSource ? (
        <Button size="xs" variant="default" onClick={() => editor.change(slugPath, null)}>
          Generate from title
        </Button>
      ) : null}
      <Button size="xs" variant="default" onClick={onClose}>
        Done
      </Button>
    </Group>
  )
}
