// How to make the first request, from where the space stands: without content, without a key, or with both.
import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'
import { useKnownSecrets } from '../../api/known-keys.ts'
import { useFirstCollection } from '../../parts/first-request.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { AnswerStep, ContentStep, KeyStep, RequestStep } from './steps.tsx'

interface FirstStepsProps {
  readonly space: NonNullable<SessionView['space']>
}

export function FirstSteps({ space }: FirstStepsProps) {
  return (
    <section aria-labelledby="first-request">
      <Title order={2} size="h4" mb="sm" id="first-request">
        Make the first request
      </Title>
      <Steps space={space} />
    </section>
  )
}

function Steps({ space }: FirstStepsProps) {
  const { data: collection, isPending, error, refetch } = useFirstCollection()
  const [secret = null] = useKnownSecrets(space.id)
  if (isPending) return <StepsSkeleton />
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  const isEmpty = collection === undefined
  const first = isEmpty ? 2 : 1
  return (
    <Paper withBorder radius="md" p={{ base: 'md', sm: 'lg' }}>
      <Stack component="ol" gap="xl" className="plain-list" role="list">
        {isEmpty ? <ContentStep number={1} slug={space.slug} /> : null}
        <KeyStep number={first} secret={secret} />
        <RequestStep number={first + 1} secret={secret} collection={collection} />
        <AnswerStep number={first + 2} collection={collection} />
      </Stack>
    </Paper>
  )
}

/** About as high as the steps. */
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
