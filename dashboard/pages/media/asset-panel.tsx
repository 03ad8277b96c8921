// The panel of one file: its picture, the form of its properties, and where it is used.
import {
  ActionIcon,
  Anchor,
  Button,
  CloseButton,
  Drawer,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconReplace, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FocalPoint } from '../../../src/content/values/asset-value.ts'
import type { AssetItemView, AssetView } from '../../../src/media/manage/asset.schema.ts'
import {
  type AssetChange,
  toFileUrl,
  useAsset,
  useChangeAsset,
  useMayChangeAsset,
} from '../../api/media/assets.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { AltText } from '../../media/alt-text.tsx'
import { describeFile, isImage, isResizable, nameType } from '../../media/file-words.ts'
import { FocalPicture } from '../../media/focal-picture.tsx'
import { explainRefusal } from '../../media/refusals.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { CopyTextButton } from '../../parts/code/code-block.tsx'
import { StateBadge } from '../../parts/entries/entry-state.tsx'
import { textDirection } from '../../parts/forms/input-aria.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../parts/lists/counts.ts'
import { describeBy } from '../../parts/people/person.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { AssetUses } from './asset-uses.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

interface AssetPanelProps {
  readonly id: string
  readonly isWide: boolean
  /** True if the file was opened by a link on the page, so that the panel receives the focus. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** Shows the opened file: beside the list if the window is wide enough, otherwise in a drawer. */
export function AssetPanel({ id, isWide, takesFocus, onClose }: AssetPanelProps) {
  const { data: asset } = useAsset(id)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each opened file
  useEffect(() => {
    if (isWide && takesFocus) heading.current?.focus({ preventScroll: true })
  }, [id, isWide, takesFocus])
  const name = asset?.filename ?? 'File'
  // Handles Escape here, because the drawer would otherwise close together with a dialog above it.
  const closeByEscape = (event: KeyboardEvent<HTMLElement>) => {
    const isOwn = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) onClose()
  }
  if (!isWide) {
    return (
      <Drawer
        opened
        onClose={onClose}
        closeOnEscape={false}
        onKeyDown={closeByEscape}
        title={name}
        position="right"
        size="26rem"
        padding="md"
      >
        <Content id={id} onClose={onClose} />
      </Drawer>
    )
  }
  return (
    <aside className="file-panel" aria-label={name} onKeyDown={closeByEscape}>
      <div className="file-panel-head">
        <h2 ref={heading} tabIndex={-1} title={name}>
          {name}
        </h2>
        <CloseButton aria-label="Close the file" onClick={onClose} />
      </div>
      <Content id={id} onClose={onClose} />
    </aside>
  )
}

function Content({ id, onClose }: Pick<AssetPanelProps, 'id' | 'onClose'>) {
  const { data: asset, error, refetch } = useAsset(id)
  if (asset) return <AssetDetails key={asset.id} asset={asset} onDeleted={onClose} />
  if (asset === null) return <Text size="sm">This file does not exist any more.</Text>
  if (error)
    return <ProblemAlert error={error} title="Could not load the file" onRetry={() => void refetch()} />
  return (
    <Stack aria-busy="true">
      <Skeleton height={220} />
      <Skeleton height={60} />
      <Skeleton height={36} />
    </Stack>
  )
}

interface AssetDetailsProps {
  readonly asset: AssetView
  readonly onDeleted: () => void
}

const titleLengthMax = 500
const unreadableWords =
  'This picture cannot be decoded: it has no smaller sizes, and browsers may not show it. Save it again in an image editor, and replace the file.'

/** Shows one file: its picture with the focal point, its alt text, its uses and its actions. */
function AssetDetails({ asset, onDeleted }: AssetDetailsProps) {
  const form = useAssetForm(asset)
  const mayWrite = useHasRight('write')
  const mayPublish = useHasRight('publish')
  const readOnly = !useMayChangeAsset(asset)
  return (
    <div className="file-details">
      {isResizable(asset) ? (
        <FocalPicture
          asset={asset}
          point={form.focalPoint}
          onChange={form.setFocalPoint}
          readOnly={readOnly}
        />
      ) : (
        <Thumbnail asset={asset} width={750} className="file-large" iconSize={56} />
      )}
      {asset.unreadable ? <Text size="sm">{unreadableWords}</Text> : null}
      {isImage(asset) ? (
        <AltText
          value={form.alt}
          onChange={alt => form.edit({ alt })}
          onLeave={alt => form.save({ alt })}
          readOnly={readOnly}
        />
      ) : null}
      <TextInput
        label="Title"
        value={form.title ?? ''}
        maxLength={titleLengthMax}
        onChange={event => form.edit({ title: event.currentTarget.value || null })}
        onBlur={() => form.save()}
        onKeyDown={event => event.key === 'Enter' && form.save()}
        readOnly={readOnly}
        autoComplete="off"
        {...textDirection}
      />
      {mayWrite && !mayPublish ? (
        <Text size="xs" c="dimmed">
          {readOnly
            ? 'Published content uses this file, so only people who can publish can change or delete it. Ask an editor.'
            : 'Only people who can publish can delete files. Ask an editor.'}
        </Text>
      ) : null}
      {readOnly ? null : <SaveNote form={form} isLive={asset.live} />}
      <AssetUses asset={asset} />
      <Facts asset={asset} />
      <Actions asset={asset} canReplace={!readOnly} onDeleted={onDeleted} />
    </div>
  )
}

function SaveNote({ form, isLive }: { readonly form: AssetForm; readonly isLive: boolean }) {
  const { isPending, error, rewritten } = form
  const saved =
    rewritten === null
      ? isLive
        ? 'Changes appear on the site right away, except where an entry has its own alt text, title or focal point.'
        : ''
      : rewritten === 0
        ? 'Saved.'
        : `Saved. ${countEntries(rewritten)} on the site ${rewritten === 1 ? 'has' : 'have'} it now.`
  return (
    <>
      <Text size="xs" c="dimmed" role="status" className="file-saved">
        {isPending ? 'Saving' : error ? '' : saved}
      </Text>
      <ProblemAlert error={error} title="Could not save" onRetry={() => form.save()}>
        {explainRefusal(error)}
      </ProblemAlert>
    </>
  )
}

function Facts({ asset }: { readonly asset: AssetView }) {
  const { slug } = useSpace()
  const { contentType, createdAt, createdBy, updatedAt } = asset
  return (
    <dl className="file-fact-list">
      <dt>Kind</dt>
      <dd>{`${nameType(contentType)}, ${contentType}`}</dd>
      <dt>Size</dt>
      <dd>{describeFile(asset)}</dd>
      <dt>Added</dt>
      <dd>
        <Moment at={createdAt} /> by {describeBy(createdBy)}
      </dd>
      {updatedAt === createdAt ? null : (
        <>
          <dt>Changed</dt>
          <dd>
            <Moment at={updatedAt} />
          </dd>
        </>
      )}
      <dt>On the site</dt>
      <dd>{asset.live ? 'Yes, at its address' : 'No: nothing published uses it'}</dd>
      <dt>File</dt>
      <dd>
        <Anchor href={toFileUrl(slug, asset)} target="_blank" rel="noopener" size="sm">
          Open in a new tab
        </Anchor>
      </dd>
    </dl>
  )
}

interface ActionsProps {
  readonly asset: AssetView
  readonly canReplace: boolean
  readonly onDeleted: () => void
}

function Actions({ asset, canReplace, onDeleted }: ActionsProps) {
  const mayDelete = useHasRight('publish')
  const [dialog, setDialog] = useState<'replace' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="file-actions">
      {canReplace ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconReplace size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDialog('replace')}
        >
          Replace
        </Button>
      ) : null}
      <CopyTextButton text={new URL(asset.url, location.href).href} label="Copy URL" size="sm" />
      {mayDelete ? (
        <ActionIcon
          variant="default"
          size={36}
          ml="auto"
          c="red"
          aria-label="Delete"
          title="Delete"
          onClick={() => setDialog('delete')}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
      <ReplaceDialog asset={asset} opened={dialog === 'replace'} onClose={close} />
      <DeleteDialog
        assets={dialog === 'delete' ? [asset] : null}
        onClose={close}
        onDeleted={() => {
          close()
          onDeleted()
        }}
      />
    </div>
  )
}

/** The delay between the last change of the focal point and the save. */
const pauseMilliseconds = 500

interface AssetForm {
  readonly alt: string | null
  readonly title: string | null
  readonly focalPoint: FocalPoint | null
  readonly edit: (change: AssetChange) => void
  /** Saves the edits. `change` is an edit of the same event. */
  readonly save: (change?: AssetChange) => void
  /** Edits the focal point and saves after a short delay. */
  readonly setFocalPoint: (point: FocalPoint | null) => void
  readonly isPending: boolean
  readonly error: unknown
  /** The number of published entries that the last save changed; null before the first save. */
  readonly rewritten: number | null
}

/**
 * Edits the properties of a file. Saves when the focus leaves an input, and reports how many published entries have
 * changed.
 */
function useAssetForm(asset: AssetView): AssetForm {
  const [edits, setEdits] = useState<AssetChange>({})
  const newest = useRef(edits)
  newest.current = edits
  const { mutate, isPending, error, data } = useChangeAsset()
  const save = (change: AssetChange = {}) => {
    const sent = withoutUnchanged({ ...newest.current, ...change }, asset)
    if (Object.keys(sent).length === 0) {
      setEdits({})
      return
    }
    mutate(
      { id: asset.id, ...sent },
      { onSuccess: () => setEdits(now => withoutUnchanged(now, { ...asset, ...sent })) },
    )
  }
  const edit = (change: AssetChange) => {
    newest.current = { ...newest.current, ...change }
    setEdits(newest.current)
  }
  const saveSoon = useDebouncedCallback(() => save(), { delay: pauseMilliseconds, flushOnUnmount: true })
  const last = useRef(save)
  last.current = save
  // Saves when the panel is closed by a key while an input has the focus.
  useEffect(() => () => last.current(), [])
  const shown = { ...asset, ...edits }
  return {
    alt: shown.alt,
    title: shown.title,
    focalPoint: shown.focalPoint,
    edit,
    save,
    setFocalPoint: focalPoint => {
      edit({ focalPoint })
      saveSoon()
    },
    isPending,
    error,
    rewritten: data?.rewritten ?? null,
  }
}

function withoutUnchanged(edits: AssetChange, asset: AssetChange): AssetChange {
  const names = Object.keys(edits) as (keyof AssetChange)[]
  const changed = names.filter(name => JSON.stringify(edits[name]) !== JSON.stringify(asset[name]))
  return Object.fromEntries(changed.map(name => [name, edits[name]]))
}

/** Badges for a file without alt text or without uses. */
export function AssetNotes({ asset }: { readonly asset: AssetItemView }) {
  const { alt, uses } = asset
  return (
    <>
      {isImage(asset) && alt === null ? <StateBadge word="No alt text" tone="amber" /> : null}
      {uses === 0 ? <StateBadge word="Not used" tone="gray" /> : null}
    </>
  )
}
