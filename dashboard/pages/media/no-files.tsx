// Explains why the list of files is empty, with an action.
import { Button } from '@mantine/core'
import { useHasRight } from '../../api/space.ts'
import { FileButton } from '../../media/upload/file-button.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { kindNames, type MediaLocation } from './media-address.ts'

interface NoFilesProps {
  readonly location: MediaLocation
  /** The number of matching files, which are on other pages. */
  readonly count: number
  readonly onFiles: (files: readonly File[]) => void
}

export function NoFiles({ location: { address, change }, count, onFiles }: NoFilesProps) {
  const mayWrite = useHasRight('write')
  const act = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  const { search, show } = address
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
