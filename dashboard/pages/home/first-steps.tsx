// Explains how to make the first request, with additional steps if the space has no content or no key.
import { Paper, Skeleton, Stack } from '@mantine/core'
import { useKnownSecrets } from '../../api/keys/known-keys.ts'
import { useSpace } from '../../api/space.ts'
import { useFirstCollection } from '../../parts/code/first-request.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { ContentStep, KeyStep, RequestStep, ResponseStep } from './steps.tsx'

/** Must be rendered below a heading of the page. */
export function FirstSteps() {
  const space = useSpace()
  const { data: collection, isPending, error, refetch } = useFirstCollection()
  const [secret = null] = useKnownSecrets(space.id)
  if (isPending) return <StepsSkeleton />
  if (error)
    return (
      <ProblemAlert error={error} onRetry={() => void refetch()} title="Could not load the collections" />
    )
  const isEmpty = collection === undefined
  const first = isEmpty ? 2 : 1
  return (
    <Paper withBorder radius="md" p={{ base: 'md', sm: 'lg' }}>
      <Stack component="ol" gap="xl" className="plain-list" role="list">
        {isEmpty ? <ContentStep number={1} /> : null}
        <KeyStep number={first} secret={secret} />
        <RequestStep number={first + 1} secret={secret} collection={collection} />
        <ResponseStep number={first + 2} collection={collection} />
      </Stack>
    </Paper>
  )
}

/** A placeholder with approximately the height of the steps. */
function StepsSkeleton() {
  return (
    <Paper withBorder radius="md" p={{ base: 'md', sm: 'lg' }} mih={700} aria-busy="true">
      <Skeleton height={20} width={180} mb="md" />
      <Skeleton height={14} width="60%" mb={64} />
      <Skeleton height={20} width={180} mb="md" />
      <Skeleton height={66} mb={64} radius="md" />
      <Skeleton height={20} width={180} mb="md" />
      <Skeleton height={250} radius="md" />
    </Paper>
  )
}
