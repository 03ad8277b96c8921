// The content model of the space: lists its collections and adds new ones.
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { useHasRight, useSpace } from '../../../api/space.ts'
import { keepFocus } from '../../../parts/dialogs/keep-focus.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../../parts/page/page-header.tsx'
import { downloadText } from '../download-text.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { AddCollectionDialog } from './add-collection-dialog.tsx'
import { CollectionsTable } from './collections-table.tsx'
import { EmptyModel } from './empty-model.tsx'
import { toLines } from './to-lines.ts'

export function ModelPage() {
  const space = useSpace()
  const mayModel = useHasRight('model')
  const { data, error, refetch } = useAllCollections()
  const { chosen, begin, leave } = useAdding()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <PageHeader
        title="Content model"
        about={`The collections of ${space.name}, and the fields of each.`}
        actions={
          <>
            {data && data.length > 0 ? <Download collections={data} /> : null}
            {mayModel ? (
              <Button
                ref={button}
                leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
                onClick={() => begin('')}
              >
                Add a collection
              </Button>
            ) : null}
          </>
        }
      />
      <ModelTabs />
      <Stack>
        <ReadOnlyNote />
        <ProblemAlert error={error} onRetry={refetch} title="Could not load the content model" />
        {data || error ? null : <Loading />}
        {data?.length === 0 ? <EmptyModel mayModel={mayModel} onAdd={begin} /> : null}
        {data && data.length > 0 ? <CollectionsTable collections={data} /> : null}
      </Stack>
      {mayModel ? (
        <AddCollectionDialog
          start={chosen}
          known={data ?? []}
          onClose={leave}
          // The dialog may have been opened by another button, or by the URL.
          onExit={() => keepFocus(() => button.current)}
        />
      ) : null}
    </>
  )
}

/** Stores the state of the dialog and its template in the URL, so that other pages can link to it: `?add`. */
function useAdding() {
  const [parameters, setParameters] = useSearchParams()
  const change = (edit: (parameters: URLSearchParams) => void) => {
    const edited = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      edit(after)
      return after
    }
    setParameters(edited, { replace: true })
  }
  return {
    chosen: parameters.get('add'),
    begin: (template: string) => change(after => after.set('add', template)),
    leave: () => change(after => after.delete('add')),
  }
}

function Download({ collections }: { readonly collections: readonly CollectionModelView[] }) {
  const { slug } = useSpace()
  const download = () => downloadText(`${slug}-model.ndjson`, toLines(collections))
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
      title="All collections without entries, for frontlist import"
      onClick={download}
    >
      Download
    </Button>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map(row => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </Stack>
  )
}
