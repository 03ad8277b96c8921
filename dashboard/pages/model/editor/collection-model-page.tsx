// The page of the model of one collection or component: loads the model and handles a missing one.
import { Anchor, Skeleton, Stack } from '@mantine/core'
import { Link, useParams } from 'wouter'
import { useModel } from '../../../api/content/content.ts'
import { useSpace, useSpacePaths } from '../../../api/space.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import { PageHeader, Trail } from '../../../parts/page/page-header.tsx'
import { ModelEditing } from './model-editing.tsx'

export function CollectionModelPage() {
  const apiName = useParams().collection ?? ''
  const paths = useSpacePaths()
  const space = useSpace()
  const { data: model, error, refetch } = useModel(apiName)
  if (model) return <ModelEditing key={apiName} model={model} />
  const above = [{ text: 'Content model', path: paths.model }]
  if (model === null) {
    return (
      <>
        <Trail above={above} here={apiName} />
        <PageHeader title="Collection not found" />
        <EmptyState
          title={`There is no collection “${apiName}” in ${space.name}`}
          action={
            <Anchor component={Link} href={paths.model}>
              All collections
            </Anchor>
          }
        />
      </>
    )
  }
  return (
    <>
      <Trail above={above} here={apiName} />
      <ProblemAlert error={error} onRetry={refetch} title="Could not load the model" />
      {error ? null : <Loading />}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true">
      <Skeleton height={34} width="12rem" mb="md" />
      {[1, 2, 3, 4, 5, 6, 7].map(row => (
        <Skeleton key={row} height={52} radius="md" />
      ))}
    </Stack>
  )
}
