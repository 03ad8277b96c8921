// The files of the library, as a grid of pictures or as a table.
import { Table, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import { describeFile, isImage } from '../../media/file-words.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { StateBadge } from '../../parts/entries/entry-state.tsx'
import { countEntries } from '../../parts/lists/counts.ts'
import { WhoAndWhen } from '../../parts/people/person.tsx'
import { AssetNotes } from './asset-panel.tsx'
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

/** Shows the files as a grid of pictures. Each is a link that opens the file, with a separate checkbox. */
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

const columns = { alt: 'Alt text', uses: 'Used in', added: 'Added' } as const

/** Lists the files as rows with their name, type, alt text, uses and upload time. */
export function AssetTable({ list, opened, hrefFor, onOpen, selection }: FilesProps) {
  return (
    <div className="entry-list file-rows">
      <Table role="table" aria-label="Files">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection ? (
              <Table.Th role="columnheader" scope="col" className="check-cell">
                <label className="row-check">
                  <input
                    type="checkbox"
                    checked={list.length > 0 && list.every(({ id }) => selection.has(id))}
                    onChange={() => selection.toggle(list)}
                  />
                  <VisuallyHidden>Select all on this page</VisuallyHidden>
                </label>
              </Table.Th>
            ) : null}
            <Table.Th role="columnheader" scope="col">
              File
            </Table.Th>
            {Object.entries(columns).map(([name, title]) => (
              <Table.Th key={name} role="columnheader" scope="col" className={`${name}-cell`}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {list.map(asset => {
            const isSelected = selection?.has(asset.id) ?? false
            return (
              <Table.Tr
                key={asset.id}
                role="row"
                className="entry-row"
                data-selected={isSelected || opened === asset.id || undefined}
              >
                {selection ? (
                  <Table.Td role="cell" className="check-cell">
                    <label className="row-check">
                      <input
                        type="checkbox"
                        checked={isSelected}
                        onChange={() => selection.toggle([asset])}
                      />
                      <VisuallyHidden>Select {asset.filename}</VisuallyHidden>
                    </label>
                  </Table.Td>
                ) : null}
                <Table.Th role="rowheader" scope="row" className="title-cell">
                  <span className="entry-name">
                    <Thumbnail asset={asset} width={96} className="file-small" iconSize={18} />
                    <span className="entry-words">
                      <Link
                        href={hrefFor(asset.id)}
                        className="entry-link"
                        data-file={asset.id}
                        aria-current={opened === asset.id ? 'true' : undefined}
                        onClick={() => onOpen(asset.id)}
                      >
                        {asset.filename}
                      </Link>
                      <span className="entry-slug">{describeFile(asset)}</span>
                    </span>
                  </span>
                </Table.Th>
                <Cell name="alt">
                  <AltCell asset={asset} />
                </Cell>
                <Cell name="uses">
                  {asset.uses === 0 ? <StateBadge word="Not used" tone="gray" /> : countEntries(asset.uses)}
                </Cell>
                <Cell name="added">
                  <WhoAndWhen by={asset.createdBy} at={asset.createdAt} />
                </Cell>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface CellProps {
  readonly name: keyof typeof columns
  readonly children: React.ReactNode
}

function Cell({ name, children }: CellProps) {
  return (
    <Table.Td role="cell" className={`${name}-cell`}>
      <span className="cell-label" aria-hidden="true">
        {columns[name]}
      </span>
      <span className="cell-value">{children}</span>
    </Table.Td>
  )
}

function AltCell({ asset }: { readonly asset: AssetItemView }) {
  if (!isImage(asset)) return <span className="entry-slug no-alt-text-needed">–</span>
  if (asset.alt === null) return <StateBadge word="No alt text" tone="amber" />
  return asset.alt === '' ? <span className="entry-slug">Decorative</span> : asset.alt
}
