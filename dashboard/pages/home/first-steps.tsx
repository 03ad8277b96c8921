// Explains how to make the first request, with additional steps if the space has no content or no key.
import {
  Anchor,
  Box,
  Button,
  Code,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { type StoredSecret, useApiKeysCount, useKnownSecrets } from '../../api/keys/api-keys.ts'
import { useHasRight, useSpace, useSpacePaths } from '../../api/space.ts'
import { FirstRequest, useFirstCollection } from '../../parts/code/first-request.tsx'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { toSampleResponse } from './delivery.tsx'

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

/** The steps to a first request: content, a key, the request, its response. */
function ContentStep({ number }: { readonly number: number }) {
  const canModel = useHasRight('model')
  if (!canModel) {
    return (
      <Step number={number} title="Import content">
        <ImportCommand />
      </Step>
    )
  }
  return (
    <Step number={number} title="Add content">
      <Text size="sm">Write an entry in one of your collections, or import existing content.</Text>
    </Step>
  )
}

interface KeyStepProps {
  readonly number: number
  readonly secret: StoredSecret | null
}

function KeyStep({ number, secret }: KeyStepProps) {
  const canManageKeys = useHasRight('keys.manage')
  return (
    <Step number={number} title={canManageKeys ? 'Create an API key' : 'Get an API key'}>
      {secret ? (
        <Text size="sm">
          The request below uses the secret of <b>{secret.name}</b>, which this tab remembers until you reload
          it.
        </Text>
      ) : null}
      {canManageKeys ? <KeyInvitation isSecond={secret !== null} /> : null}
      {!canManageKeys && !secret ? (
        <Text size="sm">Each request needs an API key. Ask an owner or admin of this space for one.</Text>
      ) : null}
    </Step>
  )
}

function describeKeys(count: number | undefined): string {
  if (count === undefined) return ''
  if (count === 0) return 'This space has none yet.'
  const keys = count === 1 ? 'one' : formatCount(count)
  return `This space has ${keys}. A secret is shown only once, when its key is created.`
}

/** `isSecond` is true if this tab already has the secret of a key, so that another key is optional. */
function KeyInvitation({ isSecond }: { readonly isSecond: boolean }) {
  const paths = useSpacePaths()
  const { data: count, isPending } = useApiKeysCount()
  return (
    <>
      {isPending ? <Skeleton height={20} width="60%" /> : null}
      {isPending || isSecond ? null : (
        <Text size="sm">Each request needs an API key. {describeKeys(count)}</Text>
      )}
      <Group gap="md">
        <Button
          component={Link}
          href={`${paths.apiKeys}?create`}
          size="xs"
          variant={count === 0 ? 'filled' : 'default'}
        >
          Create API key
        </Button>
        {count ? (
          <Anchor component={Link} href={paths.apiKeys} size="sm">
            All API keys
          </Anchor>
        ) : null}
      </Group>
    </>
  )
}

interface RequestStepProps extends KeyStepProps {
  /** The collection to request; undefined if the space has none. */
  readonly collection: CollectionModelView | undefined
}

function RequestStep({ number, secret, collection }: RequestStepProps) {
  return (
    <Step number={number} title="Send the request">
      <Text size="sm">
        {secret ? (
          'In a terminal:'
        ) : (
          <>
            In a terminal, with the secret in the variable <Code>FRONTLIST_KEY</Code>:
          </>
        )}
      </Text>
      <FirstRequest secret={secret?.key ?? null} />
      {collection === undefined ? (
        <Text size="sm">
          Replace <Code>COLLECTION</Code> with the API name of a collection.
        </Text>
      ) : null}
    </Step>
  )
}

interface ResponseStepProps {
  readonly number: number
  readonly collection: CollectionModelView | undefined
}

function ResponseStep({ number, collection }: ResponseStepProps) {
  const paths = useSpacePaths()
  return (
    <Step number={number} title="Read the response">
      {collection ? (
        <>
          <Text size="sm">
            {collection.live > 0
              ? 'A page of entries, and the total number of entries:'
              : `Nothing in ${collection.name} is published yet, so the list is empty:`}
          </Text>
          <Code
            block
            bg="var(--mantine-color-default-hover)"
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {toSampleResponse(collection)}
          </Code>
        </>
      ) : (
        <Text size="sm">The response is JSON: a page of entries, and the total number of entries.</Text>
      )}
      <Group gap="md">
        <Anchor component={Link} href={paths.tryIt} size="sm">
          Try it in the browser
        </Anchor>
        <Anchor href="/docs" size="sm">
          Read the API reference
        </Anchor>
      </Group>
    </Step>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** One numbered step of a list. */
function Step({ number, title, children }: StepProps) {
  return (
    <Box component="li" style={{ display: 'flex', gap: 'var(--mantine-spacing-md)' }}>
      <ThemeIcon variant="default" radius="xl" size={28} aria-hidden="true">
        <Text size="sm" fw={600}>
          {number}
        </Text>
      </ThemeIcon>
      <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <Title order={3} size="h5" lh="28px">
          {title}
        </Title>
        {children}
      </Stack>
    </Box>
  )
}
