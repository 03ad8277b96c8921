// Shows the files as a grid of pictures. Each is a link that opens the file, with a separate checkbox.
import { VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import { describeFile } from '../../media/file-words.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { AssetNotes } from './asset-notes.tsx'
import type { FileSelection } from './file-selection.ts'

export interface FilesProps {
  readonly list: readonly AssetItemView[]
  /** The id of the opened file. */
  readonly opened: string
  readonly hrefFor: (id: string) => string
  /** Called immediately before a link opens a file. */
  readonly onOpen: (id: string) => void
  /** Null if files cannot be selected. */
  readonly selection: FileSelection | null
}

const thumbnailWidth = 384

export function AssetGrid({ list, opened, hrefFor, onOpen, selection }: FilesProps) {
  return (
    <ul className="plain-list file-grid" aria-label="Files">
      {list.map(asset => (
        <li
          key={asset.id}
          className="file-tile"
          data-opened={opened === asset.id || undefined}
          data-selected={selection?.has(asset.id) || undefined}
        >
          <Link
            href={hrefFor(asset.id)}
            className="file-link"
            data-file={asset.id}
            aria-current={opened === asset.id ? 'true' : undefined}
            onClick={() => onOpen(asset.id)}
          >
            <span className="file-frame">
              <Thumbnail asset={asset} width={thumbnailWidth} iconSize={34} />
              <span className="file-notes">
                <AssetNotes asset={asset} />
              </span>
            </span>
            <span className="file-name" title={asset.filename}>
              {asset.filename}
            </span>
            <span className="file-facts">{describeFile(asset)}</span>
          </Link>
          {selection ? (
            <label className="file-check">
              <input
                type="checkbox"
                checked={selection.has(asset.id)}
                onChange={() => selection.toggle([asset])}
              />
              <VisuallyHidden>Select {asset.filename}</VisuallyHidden>
            </label>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
