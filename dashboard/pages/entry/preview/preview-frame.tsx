// The frame with the page of a site: its width, its refreshes after each save, and the messages between it and the form.
import { ActionIcon, Alert, Button, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DashboardMessage } from '../../../../client/src/preview.ts'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { toParts, toValueAddress } from '../engine/draft-paths.ts'
import { type EditAddress, parseAddress, readMessage, sendMessage, toAddress } from './preview-messages.ts'
import { useIsWide } from './preview-open.ts'
import { rememberPage } from './preview-pages.ts'

const widths = { wide: 1280, tablet: 768, phone: 390 } as const
type Width = keyof typeof widths

/** A page that has not sent a message after this time is not connected. */
const responseMs = 5000

interface PreviewFrameProps {
  readonly src: string
  readonly origin: string
  /** The id of the entry whose page it is. */
  readonly page: string
  /** Changes with each save. */
  readonly version: string
  readonly entry: EntryView
  readonly variant: string | null
  readonly onOpen: (address: EditAddress) => void
  /** The choices of site and page. */
  readonly children: ReactNode
}

export function PreviewFrame({ src, origin, page, children, ...props }: PreviewFrameProps) {
  const isWide = useIsWide()
  const [width, setWidth] = useState<Width>(isWide ? 'wide' : 'phone')
  const [edits, setEdits] = useState(true)
  const frame = useRef<HTMLIFrameElement>(null)
  const { ref, width: available, height } = useElementSize()
  const { isConnected, isLate, reloads } = useConnection(frame, { src, origin, edits, ...props })
  useEffect(() => rememberPage(page), [page])
  const scale = available > 0 ? Math.min(1, available / widths[width]) : 1
  return (
    <>
      <div className="preview-bar">
        {children}
        <SegmentedControl
          size="xs"
          aria-label="Width"
          value={width}
          onChange={value => setWidth(value as Width)}
          data={[
            { value: 'wide', label: 'Wide' },
            { value: 'tablet', label: 'Tablet' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="What a click does"
          value={edits ? 'edit' : 'browse'}
          disabled={!isConnected}
          onChange={value => setEdits(value === 'edit')}
          data={[
            { value: 'edit', label: 'Edit' },
            { value: 'browse', label: 'Browse' },
          ]}
        />
        <Tooltip label="Open in a new tab">
          <ActionIcon
            component="a"
            href={src}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size={30}
            aria-label="Open the preview in a new tab"
          >
            <IconExternalLink size={16} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </div>
      {isLate ? <NotConnected src={src} /> : null}
      <div className="preview-window" ref={ref}>
        {/* A new element for each address, so that the frame adds nothing to the history of the window. */}
        <iframe
          key={`${src} ${reloads}`}
          ref={frame}
          src={src}
          title="Preview of the page"
          sandbox="allow-scripts allow-same-origin allow-forms"
          allow="local-network-access"
          referrerPolicy="no-referrer"
          style={{
            width: widths[width],
            height: height / scale,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (available - widths[width] * scale) / 2),
          }}
        />
      </div>
    </>
  )
}

function NotConnected({ src }: { readonly src: string }) {
  return (
    <Alert color="yellow" title="The page has not responded" m="sm">
      <Text size="sm">
        It may refuse to be shown in a frame, lack the script that connects it, or keep no cookie in a frame.
        In a new tab it shows the same draft.
      </Text>
      <Button component="a" href={src} target="_blank" rel="noreferrer" size="xs" variant="default" mt="xs">
        Open in a new tab
      </Button>
    </Alert>
  )
}

interface ConnectionOptions extends Omit<PreviewFrameProps, 'children' | 'page'> {
  readonly edits: boolean
}

function useConnection(frame: React.RefObject<HTMLIFrameElement | null>, options: ConnectionOptions) {
  const { src, origin, version, entry, variant, edits, onOpen } = options
  const [connected, setConnected] = useState<string | null>(null)
  const [late, setLate] = useState<string | null>(null)
  const [reloads, setReloads] = useState(0)
  const isConnected = connected === src
  /** Until the page has loaded, the window in the frame has another origin. */
  const send = (message: DashboardMessage) => {
    if (isConnected) sendMessage(frame.current?.contentWindow ?? null, origin, message)
  }

  const listen = useEffectEvent((event: MessageEvent) => {
    const message = readMessage(event, frame.current?.contentWindow ?? null, origin)
    if (message?.frontlist === 'ready') {
      setConnected(src)
      sendMessage(frame.current?.contentWindow ?? null, origin, { frontlist: 'mode', edits })
    } else if (message?.frontlist === 'open') {
      const address = parseAddress(message.edit)
      if (address !== null) onOpen(address)
    }
  })
  useEffect(() => {
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => setLate(src), responseMs)
    return () => clearTimeout(timer)
  }, [src])

  const switchMode = useEffectEvent(() => send({ frontlist: 'mode', edits }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent when the mode changes
  useEffect(switchMode, [edits])

  const refresh = useEffectEvent(() => {
    if (isConnected) send({ frontlist: 'saved' })
    else setReloads(reloads + 1)
  })
  const shown = useRef({ src, version })
  useEffect(() => {
    const before = shown.current
    shown.current = { src, version }
    if (before.src === src && before.version !== version) refresh()
  }, [src, version])

  const follow = useEffectEvent((event: FocusEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-path]') : null
    const path = row?.getAttribute('data-path') ?? null
    if (path === null) return
    const parts = toParts(path)
    if (parts.variant !== variant) return
    send({
      frontlist: 'focus',
      edit: parts.field === null ? null : toAddress({ ...entry, path: toValueAddress(path) }),
    })
  })
  useEffect(() => {
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])

  return { isConnected, isLate: late === src && !isConnected, reloads }
}
