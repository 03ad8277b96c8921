// Shows a file that is stored as a URL: its known properties, and its picture if this server or a listed host serves it.
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import {
  describeForeignPicture,
  type ForeignPicture,
  findForeignPicture,
  isLinkAccepted,
  keepLink,
} from '../../media/foreign-pictures.ts'
import { FileButton } from '../../media/upload/drop-area.tsx'
import { textDirection, toInputAria } from '../../parts/forms/input-aria.ts'
import { foreignPictureWords, picturePage, toPictureUrl } from '../../parts/pictures/picture-url.ts'
import type { FieldInputProps } from '../field-type.ts'
import { type Asset, describeAsset, isPicture, toAsset, toFileName, withUrl } from './asset-text.ts'

interface UrlFileProps extends FieldInputProps {
  readonly onPick: () => void
  readonly onRemove: () => void
  /** Called with the copy that replaces the picture of another site. */
  readonly onCopy: (files: readonly File[]) => void
}

const pictures = ['image/*'] as const

export function UrlFile({ value, onChange, onPick, onRemove, onCopy, ...others }: UrlFileProps) {
  const asset = toAsset(value)
  // The preview does not follow the URL while it is typed, because every letter would request another file.
  const [typing, setTyping] = useState<Asset | null>(null)
  const shown = typing ?? asset
  const picture = shown && toPictureUrl(shown.url, picturePage(), shown.contentType)
  const foreign = shown && isPicture(shown) ? findForeignPicture(shown.url) : null
  const title = typeof asset?.title === 'string' ? asset.title : ''
  return (
    <div className="asset-card" data-picture={picture !== null || undefined}>
      {picture === null ? null : <img src={picture} alt="" className="asset-picture" />}
      {foreign === null ? null : <ExternalPicture url={foreign.url} />}
      {foreign === null || typing !== null ? null : (
        <CopyNote
          key={foreign.url}
          picture={foreign}
          onCopy={others.readOnly ? null : onCopy}
          onSettled={() => document.getElementById(others.id)?.focus()}
        />
      )}
      <div className="asset-facts">
        {asset ? (
          <div>
            <Text fw={550} truncate>
              {toFileName(asset.url)}
            </Text>
            <Text size="xs" c="dimmed">
              {describeAsset(asset)}
            </Text>
          </div>
        ) : null}
        <TextInput
          label="Address of the file"
          size="xs"
          value={asset?.url ?? ''}
          onChange={event => onChange(withUrl(asset, event.currentTarget.value.trim()))}
          onFocus={() => setTyping(asset)}
          onBlur={() => {
            setTyping(null)
            others.onLeave()
          }}
          readOnly={others.readOnly}
          error={others.invalid}
          withErrorStyles={others.invalid}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https:// or /path of a file"
          autoFocus={asset === null}
          {...toInputAria(others)}
        />
        {asset ? (
          <TextInput
            label="Title of the file"
            size="xs"
            value={title}
            onChange={event =>
              onChange({
                ...asset,
                title: event.currentTarget.value === '' ? null : event.currentTarget.value,
              })
            }
            onBlur={others.onLeave}
            readOnly={others.readOnly}
            lang={others.lang}
            autoComplete="off"
            {...textDirection}
          />
        ) : null}
        {others.readOnly ? null : (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={onPick}>
              Choose a file instead
            </Button>
            <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
              {asset ? 'Remove' : 'Cancel'}
            </Button>
          </Group>
        )}
      </div>
    </div>
  )
}

interface CopyNoteProps {
  readonly picture: ForeignPicture
  /** Null if the field is read-only. */
  readonly onCopy: ((files: readonly File[]) => void) | null
  /** Called when the note that contained the focus has disappeared. */
  readonly onSettled: () => void
}

function CopyNote({ picture, onCopy, onSettled }: CopyNoteProps) {
  const [isAccepted, setAccepted] = useState(() => isLinkAccepted(picture.url))
  if (isAccepted) return null
  const keep = () => {
    keepLink(picture.url)
    setAccepted(true)
    onSettled()
  }
  return (
    <div className="foreign-picture-note">
      <span>{describeForeignPicture(picture)}</span>
      {onCopy === null ? null : (
        <>
          <FileButton size="xs" variant="default" multiple={false} accept={pictures} onFiles={onCopy}>
            Upload a copy
          </FileButton>
          <Button size="xs" variant="default" onClick={keep}>
            Keep the link
          </Button>
        </>
      )}
    </div>
  )
}

function ExternalPicture({ url }: { readonly url: string }) {
  return (
    <div className="foreign-picture">
      <IconPhotoOff size={24} stroke={1.7} aria-hidden="true" />
      <div>
        <Text size="sm">{foreignPictureWords}</Text>
        <Anchor
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          size="xs"
          underline="always"
          className="entry-text"
        >
          {url}
        </Anchor>
      </div>
    </div>
  )
}
