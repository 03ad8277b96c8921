// The steps to a first request: content, a key, the request, its response.
import { Anchor, Button, Code, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useApiKeysCount } from '../../api/keys/api-keys.ts'
import type { StoredSecret } from '../../api/keys/known-keys.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { FirstRequest } from '../../parts/code/first-request.tsx'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { toSampleResponse } from './sample-response.ts'
import { Step } from './step.tsx'

export function ContentStep({ number }: { readonly number: number }) {
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

export function KeyStep({ number, secret }: KeyStepProps) {
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

export function RequestStep({ number, secret, collection }: RequestStepProps) {
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

export function ResponseStep({ number, collection }: ResponseStepProps) {
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
