// Shows one file: its picture with the focal point, its alt text, its uses and its actions.
import { ActionIcon, Anchor, Button, Text, TextInput } from '@mantine/core'
import IconReplace from '@tabler/icons-react/dist/esm/icons/IconReplace.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import { toFileAddress, useMayChangeAsset } from '../../api/media/assets.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { AltText } from '../../media/alt-text.tsx'
import { describeFile, isImage, isResizable, nameType } from '../../media/file-words.ts'
import { FocalPicture } from '../../media/focal-picture.tsx'
import { explainRefusal } from '../../media/refusals.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { CopyTextButton } from '../../parts/code/copy-button.tsx'
import { textDirection } from '../../parts/forms/input-aria.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { countEntries } from '../../parts/lists/counts.ts'
import { describeBy } from '../../parts/people/person-name.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { AssetUses } from './asset-uses.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { type AssetForm, useAssetForm } from './use-asset-form.ts'

interface AssetDetailsProps {
  readonly asset: AssetView
  readonly onDeleted: () => void
}

const titleLengthMax = 500
const unreadableWords =
  'This picture cannot be decoded: it has no smaller sizes, and browsers may not show it. Save it again in an image editor, and replace the file.'

export function AssetDetails({ asset, onDeleted }: AssetDetailsProps) {
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
        <Anchor href={toFileAddress(slug, asset)} target="_blank" rel="noopener" size="sm">
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
