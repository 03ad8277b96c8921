// The bar at the caret, with the properties and actions of a link, an image, an entry, a block or code.
import { Button, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { useSpacePaths } from '../../api/space.ts'
import { ReferenceChip } from '../../parts/references/reference-chip.tsx'
import { readReferences } from '../../parts/references/reference-value.ts'
import { linkRange, removeLink, removeSelected, runIn, setLanguage } from '../commands.ts'
import type { EntryReference } from '../document/portable-text.ts'
import { useTextTarget } from '../entries/text-targets.tsx'
import type { Reading } from '../reading.ts'
import type { OpenDialog } from './editor-dialog.tsx'

interface ContextBarProps {
  readonly editor: Editor
  readonly reading: Reading
  readonly onOpen: (dialog: OpenDialog) => void
  readonly onBlock: (key: string) => void
}

const gap = 6

/** A bar below the caret in a link or code, or below a selected image, entry or block. */
export function ContextBar({ editor, reading, onOpen, onBlock }: ContextBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const { link, image, entry, block, isCode } = reading
  const isPart = image !== null || entry !== null || block !== null
  const isShown = link !== null || isPart || isCode
  const { from, to } = linkRange(editor.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position follows the selection
  useLayoutEffect(() => {
    const frame = bar.current?.parentElement
    if (!frame) return
    const selected = isPart ? editor.view.nodeDOM(from) : null
    const node = selected instanceof Element ? selected : null
    const move = () => {
      const { top, left, width } = frame.getBoundingClientRect()
      const end = node?.getBoundingClientRect() ?? editor.view.coordsAtPos(to)
      const start = node?.getBoundingClientRect() ?? editor.view.coordsAtPos(from)
      const leftmost = Math.min(start.left - left, width - (bar.current?.offsetWidth ?? 0))
      setPlace({ top: Math.max(start.bottom, end.bottom) - top + gap, left: Math.max(0, leftmost) })
    }
    move()
    if (node === null) return
    // An image or the title of an entry is loaded later.
    const observer = new ResizeObserver(move)
    observer.observe(node)
    return () => observer.disconnect()
  }, [editor, isShown, from, to, link, image, entry, block, isCode])
  if (!isShown) return null
  return (
    <div className="rich-text-context" ref={bar} style={place}>
      {link === null ? null : (
        <>
          {link.href === null ? (
            <EntryTitle entry={link.entry} />
          ) : (
            <Text size="sm" truncate className="rich-text-context-url">
              {link.href}
            </Text>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onOpen('link')}>
            Change link
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => runIn(editor, removeLink)}>
            Remove link
          </Button>
        </>
      )}
      {image === null ? null : (
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen('image')}>
          Change image
        </Button>
      )}
      {entry === null ? null : (
        <>
          <OpenEntry entry={entry} />
          <Button size="compact-sm" variant="subtle" onClick={() => onOpen('entry')}>
            Replace
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => runIn(editor, removeSelected)}>
            Remove
          </Button>
        </>
      )}
      {block === null ? null : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => onBlock(block.key!)}>
            Edit
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => runIn(editor, removeSelected)}>
            Remove
          </Button>
        </>
      )}
      {isCode ? <Language editor={editor} language={reading.language} /> : null}
    </div>
  )
}

function Language({ editor, language }: { readonly editor: Editor; readonly language: string | null }) {
  const set = (text: string) => setLanguage(text === '' ? null : text)(editor.state, editor.view.dispatch)
  return (
    <TextInput
      size="xs"
      aria-label="Language of the code"
      placeholder="Language"
      maxLength={100}
      value={language ?? ''}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}

/** Shows the target of a link: its title and state, or that it is missing. */
function EntryTitle({ entry }: { readonly entry: EntryReference }) {
  const known = useTextTarget(entry)
  return <ReferenceChip reference={readReferences(entry)[0]!} known={known} withState />
}

function OpenEntry({ entry }: { readonly entry: EntryReference }) {
  const paths = useSpacePaths()
  const known = useTextTarget(entry)
  const target = known.targets.get(entry.id)
  if (target === undefined) return null
  return (
    <Button
      component="a"
      href={paths.toEntry(target.collection, target.id)}
      target="_blank"
      rel="noopener"
      size="compact-sm"
      variant="subtle"
    >
      Open in a new tab
    </Button>
  )
}
