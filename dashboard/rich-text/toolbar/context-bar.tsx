// A bar below the caret in a link, an image or code, which shows its properties and actions.
import { Button, Text, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { linkRange, removeLink, runIn, setLanguage } from '../commands.ts'
import type { Reading } from '../reading.ts'
import type { OpenDialog } from './editor-dialog.tsx'

interface ContextBarProps {
  readonly editor: Editor
  readonly reading: Reading
  readonly onOpen: (dialog: OpenDialog) => void
}

const gap = 6

export function ContextBar({ editor, reading, onOpen }: ContextBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const { href, image, isCode } = reading
  const isShown = href !== null || image !== null || isCode
  const { from, to } = linkRange(editor.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position follows the selection
  useLayoutEffect(() => {
    const frame = bar.current?.parentElement?.getBoundingClientRect()
    if (!frame) return
    const end = editor.view.coordsAtPos(to)
    const start = editor.view.coordsAtPos(from)
    const width = bar.current?.offsetWidth ?? 0
    const left = Math.max(0, Math.min(start.left - frame.left, frame.width - width))
    setPlace({ top: Math.max(start.bottom, end.bottom) - frame.top + gap, left })
  }, [editor, isShown, from, to, href, image, isCode])
  if (!isShown) return null
  return (
    <div className="rich-text-context" ref={bar} style={place}>
      {href === null ? null : (
        <>
          <Text size="sm" truncate className="rich-text-context-address">
            {href}
          </Text>
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
