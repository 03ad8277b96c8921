// Edits the properties that one use of a file overrides: alt text, title and focal point. Without them, the file's own
// apply.
import { Text, TextInput } from '@mantine/core'
import type { AssetView } from '../../src/media/manage/asset.schema.ts'
import { textDirection } from '../parts/forms/input-aria.ts'
import { Fold } from '../parts/page/fold.tsx'
import { AltForFile, AltText } from './alt-text.tsx'
import { type NamedAsset, withOwn } from './asset-value.ts'
import { isImage, isResizable } from './file-words.ts'
import { FocalPicture } from './focal-picture.tsx'

interface OwnValuesProps {
  readonly asset: AssetView
  readonly value: NamedAsset
  readonly onChange: (value: NamedAsset) => void
  /** Called when an edit is complete. */
  readonly onLeave: () => void
  readonly readOnly: boolean
  readonly lang: string | undefined
}

const textLengthMax = 500

export function OwnValues({ asset, value, onChange, onLeave, readOnly, lang }: OwnValuesProps) {
  const set = (own: Omit<NamedAsset, 'id'>) => onChange(withOwn(value, own))
  const isPicture = isResizable(asset)
  return (
    <>
      {isImage(asset) ? (
        <div>
          <AltText
            size="xs"
            value={value.alt ?? null}
            inherited={asset.alt}
            onChange={alt => set({ alt })}
            onLeave={onLeave}
            readOnly={readOnly}
            lang={lang}
          />
          {readOnly ? null : <AltForFile asset={asset} alt={value.alt ?? null} />}
        </div>
      ) : null}
      <div className="asset-fold">
        <Fold
          label={<Text size="xs">{'Options'}</Text>}
          openAtFirst={value.title != null || value.focalPoint != null}
        >
          {() => (
            <div className="asset-focus">
              <TextInput
                label="Title"
                size="xs"
                value={value.title ?? ''}
                placeholder={asset.title ?? ''}
                maxLength={textLengthMax}
                onChange={event => set({ title: event.currentTarget.value || null })}
                onBlur={onLeave}
                readOnly={readOnly}
                lang={lang}
                autoComplete="off"
                {...textDirection}
              />
              {isPicture ? (
                <FocalPicture
                  asset={asset}
                  point={value.focalPoint ?? asset.focalPoint}
                  onChange={focalPoint => {
                    set({ focalPoint })
                    onLeave()
                  }}
                  readOnly={readOnly}
                  clearLabel={value.focalPoint ? 'Use the default focal point' : null}
                />
              ) : null}
            </div>
          )}
        </Fold>
      </div>
    </>
  )
}
