// Shows a picture with its focal point and crops. The point is set by a click, by dragging and with the arrow keys.
import { Button, Text } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import type { FocalPoint } from '../../src/content/values/asset-value.ts'
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'
import { useSpace } from '../api/space.ts'
import { describePoint, middle, movePoint, toObjectPosition, toPoint } from './focal-point.ts'
import { Thumbnail, useFileImage } from './thumbnail.tsx'

interface FocalPictureProps {
  readonly asset: Pick<AssetItemView, 'id' | 'contentType' | 'sha256' | 'width' | 'height' | 'focalPoint'>
  /** Null for the middle. */
  readonly point: FocalPoint | null
  /** Null clears the point. Not called during a drag. */
  readonly onChange: (point: FocalPoint | null) => void
  readonly readOnly: boolean
  /** The label of the button that clears the point; null hides the button. */
  readonly clearLabel?: string | null
}

const pictureWidth = 750

export function FocalPicture({ asset, point, onChange, readOnly, clearLabel = 'Reset' }: FocalPictureProps) {
  const { slug } = useSpace()
  const { shown: url, onError } = useFileImage(slug, asset, pictureWidth)
  const [dragged, setDragged] = useState<FocalPoint | null>(null)
  const handle = useRef<HTMLDivElement>(null)
  const shown = dragged ?? point ?? middle
  if (url === null)
    return <Thumbnail asset={asset} width={pictureWidth} className="file-large" iconSize={56} />
  const picture = <img src={url} alt="" draggable={false} onError={onError} />
  if (readOnly) return <div className="focal-picture">{picture}</div>
  const drag = (event: PointerEvent<HTMLDivElement>) =>
    setDragged(toPoint(event, event.currentTarget.getBoundingClientRect()))
  const set = (next: FocalPoint) => {
    if (point === null || next.x !== point.x || next.y !== point.y) onChange(next)
  }
  return (
    <>
      <div
        className="focal-picture"
        data-active
        onPointerDown={event => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          handle.current?.focus({ preventScroll: true })
          drag(event)
        }}
        onPointerMove={event => dragged && drag(event)}
        onPointerUp={() => {
          if (dragged) set(dragged)
          setDragged(null)
        }}
        onPointerCancel={() => setDragged(null)}
      >
        {picture}
        <div
          ref={handle}
          className="focal-handle"
          style={{ left: `${shown.x * 100}%`, top: `${shown.y * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-label="Focal point"
          aria-description="Arrow keys move it; with Shift, by larger steps."
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(shown.x * 100)}
          aria-valuetext={describePoint(shown)}
          onKeyDown={event => {
            const next = movePoint(shown, event.key, event.shiftKey)
            if (next === null) return
            event.preventDefault()
            set(next)
          }}
        />
      </div>
      <div className="focal-crops">
        {crops.map(crop => (
          <Crop key={crop.name} {...crop} asset={asset} url={url} point={shown} />
        ))}
        <div className="focal-note">
          <Text size="xs" c="dimmed">
            Every crop keeps the point you choose.
          </Text>
          {point === null || clearLabel === null ? null : (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              {clearLabel}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

const crops = [
  { name: '1:1', ratio: 1 },
  { name: '16:9', ratio: 16 / 9 },
  { name: '9:16', ratio: 9 / 16 },
] as const

interface CropProps {
  readonly name: string
  readonly ratio: number
  readonly asset: Pick<AssetItemView, 'width' | 'height'>
  readonly url: string
  readonly point: FocalPoint
}

function Crop({ name, ratio, asset: { width, height }, url, point }: CropProps) {
  const pictureRatio = width && height ? width / height : 1
  return (
    <img
      src={url}
      alt={`Cropped to ${name}`}
      title={name}
      className="focal-crop"
      draggable={false}
      style={{ aspectRatio: String(ratio), objectPosition: toObjectPosition(point, pictureRatio, ratio) }}
    />
  )
}
