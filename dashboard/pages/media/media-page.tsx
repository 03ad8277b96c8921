// The media library: lists and uploads the files of the space, and shows one file beside the list.
import { Anchor, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { assetKinds, useAssets } from '../../api/media/assets.ts'
import type { Upload } from '../../api/media/uploads.ts'
import { libraryPlace, useUploadsAt } from '../../api/media/use-uploads.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { isImage } from '../../media/file-words.ts'
import { DropArea, FileButton } from '../../media/upload/drop-area.tsx'
import { UploadBar } from '../../media/upload/upload-list.tsx'
import { keepFocus } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation } from '../../parts/lists/page-navigation.tsx'
import { TopBarActions } from '../../parts/page/top-bar.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { AssetGrid, AssetTable } from './asset-listing.tsx'
import { AssetPanel } from './asset-panel.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type FileSelection, useFileSelection } from './file-selection.ts'
import { kindNames, type MediaLocation, useMediaLocation } from './media-location.ts'
import { MediaTabs, MediaToolbar, SelectionBar } from './media-toolbar.tsx'

const perPage = 48
const skeletonTiles = 8

export function MediaPage() {
  const location = useMediaLocation()
  const { file, show, search } = location.parameters
  const mayWrite = useHasRight('write')
  const { role } = useSpace()
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [clicked, setClicked] = useState('')
  const selection = useFileSelection(`${show} ${search}`)
  const { uploads, add } = useUploadsAt(libraryPlace)
  useDocumentTitle('Media · Frontlist')
  const close = () => {
    location.change({ file: '' }, { isStep: true })
    keepFocus(() => document.querySelector<HTMLElement>(`[data-file="${CSS.escape(file)}"]`))
  }
  return (
    <div className="page-full media-page list-page" data-panel={(file !== '' && isWide) || undefined}>
      <VisuallyHidden component="h1">Media</VisuallyHidden>
      {mayWrite ? (
        <TopBarActions>
          <FileButton multiple onFiles={add} leftSection={<IconUpload size={18} stroke={1.7} aria-hidden />}>
            Upload
          </FileButton>
        </TopBarActions>
      ) : null}
      <MediaTabs location={location} />
      <DropArea onFiles={mayWrite ? add : null} words="Drop to upload" className="media-files">
        <MediaToolbar location={location} />
        {mayWrite ? null : (
          <Text size="sm" c="dimmed" className="media-part">
            {`Your role (${roleLabels[role]}) can view files but not change them.`}
          </Text>
        )}
        <div className="media-part">
          <UploadBar list={uploads} action={AddAltText} />
        </div>
        <Files location={location} selection={selection} onOpen={setClicked} onFiles={add} />
      </DropArea>
      {file === '' ? null : (
        <AssetPanel id={file} isWide={isWide} takesFocus={clicked === file} onClose={close} />
      )}
    </div>
  )
}

function AddAltText({ upload: { result } }: { readonly upload: Upload }) {
  const paths = useSpacePaths()
  if (result === null || !isImage(result.asset) || result.asset.alt !== null) return null
  return (
    <Anchor component={Link} href={paths.toAsset(result.asset.id)} size="sm">
      Add alt text
    </Anchor>
  )
}

interface FilesProps {
  readonly location: MediaLocation
  readonly selection: FileSelection
  readonly onOpen: (id: string) => void
  readonly onFiles: (files: readonly File[]) => void
}

function Files({ location, selection, onOpen, onFiles }: FilesProps) {
  const { parameters, hrefFor, change } = location
  const { show, search, sort, page, view } = parameters
  const mayDelete = useHasRight('publish')
  const [isDeleting, setDeleting] = useState(false)
  const query = { ...assetKinds[show], search, sort, page, perPage }
  const { data, error, refetch, isPlaceholderData } = useAssets(query)
  const shown = {
    list: data?.list ?? [],
    opened: parameters.file,
    hrefFor: (id: string) => hrefFor({ file: id }),
    onOpen,
    selection: mayDelete ? selection : null,
  }
  const hasFiles = shown.list.length > 0
  return (
    <section id="files" tabIndex={-1} aria-label="Files" aria-busy={isPlaceholderData}>
      <VisuallyHidden role="status">
        {data && !isPlaceholderData ? `${formatCount(data.count)} found` : ''}
      </VisuallyHidden>
      <div className="media-part">
        <ProblemAlert error={error} onRetry={() => void refetch()} title="Could not load the files" />
        {data || error ? null : <FilesSkeleton />}
        {data && !hasFiles ? <NoFiles location={location} count={data.count} onFiles={onFiles} /> : null}
        {hasFiles && view === 'grid' ? <AssetGrid {...shown} /> : null}
      </div>
      {hasFiles && view === 'list' ? <AssetTable {...shown} /> : null}
      <div className="media-part">
        <PageNavigation
          page={page}
          pagesCount={data?.pagesCount ?? 0}
          onChange={next => change({ page: next }, { isStep: true })}
        />
      </div>
      {selection.chosen.length > 0 ? (
        <SelectionBar selection={selection} onDelete={() => setDeleting(true)} />
      ) : null}
      <DeleteDialog
        assets={isDeleting ? selection.chosen : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          setDeleting(false)
          selection.clear()
        }}
      />
    </section>
  )
}

function FilesSkeleton() {
  return (
    <div className="file-grid" aria-busy="true">
      {Array.from({ length: skeletonTiles }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <div key={index} className="file-tile">
          <Skeleton className="file-frame" />
          <Skeleton height={12} width="70%" mt={8} />
        </div>
      ))}
    </div>
  )
}

interface NoFilesProps {
  readonly location: MediaLocation
  /** The number of matching files, which are on other pages. */
  readonly count: number
  readonly onFiles: (files: readonly File[]) => void
}

/** Explains why the list of files is empty, with an action. */
function NoFiles({ location: { parameters, change }, count, onFiles }: NoFilesProps) {
  const mayWrite = useHasRight('write')
  const act = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  const { search, show } = parameters
  if (count > 0) {
    return (
      <EmptyState
        title="This page does not exist"
        action={act('Go to the first page', () => change({ page: 1 }))}
      />
    )
  }
  if (search !== '') {
    const clear = act('Clear the search', () => change({ search: '', show: 'all' }))
    return <EmptyState title={`No results for “${search}”`} action={clear} />
  }
  if (show === 'no-alt') return <EmptyState title="Every picture has alt text" action={toAll(change)} />
  if (show === 'unused') return <EmptyState title="Every file is used" action={toAll(change)} />
  if (show !== 'all') {
    return <EmptyState title={`Nothing under “${kindNames[show]}”`} action={toAll(change)} />
  }
  return (
    <EmptyState
      title="No files yet"
      action={
        mayWrite ? (
          <FileButton multiple onFiles={onFiles}>
            Upload files
          </FileButton>
        ) : null
      }
    >
      {mayWrite ? (
        <>
          <span className="drop-hint">Drop pictures, documents, video or audio here. </span>
          Files stay private until something published uses them.
        </>
      ) : (
        'Pictures and other files appear here as they are uploaded.'
      )}
    </EmptyState>
  )
}

function toAll(change: MediaLocation['change']) {
  return (
    <Button variant="default" onClick={() => change({ show: 'all' })}>
      Show all files
    </Button>
  )
}
