// The steps to a first request: content, a key, the request, its answer.
import { Anchor, Button, Code, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionView } from '../../../src/publishing/browse.schema.ts'
import { useApiKeysCount } from '../../api/api-keys.ts'
import type { KnownSecret } from '../../api/known-keys.ts'
import { useIsManager } from '../../api/session.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FirstRequest } from '../../parts/first-request.tsx'
import { paths } from '../../paths.ts'
import { toSampleAnswer } from './sample-answer.ts'
import { Step } from './step.tsx'

export function ContentStep({ number, slug }: { readonly number: number; readonly slug: string }) {
  return (
    <Step number={number} title="Bring in content">
      <Text size="sm">
        This space is empty. Import a file where the server is installed: NDJSON, or an export of a Contentful
        space.
      </Text>
      <CodeBlock label="import command" text={`npm run -s frontlist -- import FILE --space ${slug}`} />
    </Step>
  )
}

interface KeyStepProps {
  readonly number: number
  readonly secret: KnownSecret | null
}

export function KeyStep({ number, secret }: KeyStepProps) {
  const isManager = useIsManager()
  return (
    <Step number={number} title={isManager ? 'Create an API key' : 'Get an API key'}>
      {secret ? (
        <Text size="sm">
          The request below carries the secret of <b>{secret.name}</b>, which this tab knows until it is
          reloaded.
        </Text>
      ) : null}
      {isManager ? <KeyInvitation isSecond={secret !== null} /> : null}
      {!isManager && !secret ? (
        <Text size="sm">Each request carries a key. Ask an owner or admin of this space for one.</Text>
      ) : null}
    </Step>
  )
}

function describeKeys(count: number | undefined): string {
  if (count === undefined) return ''
  if (count === 0) return 'This space has none yet.'
  const keys = count === 1 ? 'one' : count.toLocaleString('en')
  return `This space has ${keys}. A secret is shown once, when its key is made.`
}

/** `isSecond`: there is a key at hand already, so a further one is no more than offered. */
function KeyInvitation({ isSecond }: { readonly isSecond: boolean }) {
  const { data: count, isPending } = useApiKeysCount()
  return (
    <>
      {isPending ? <Skeleton height={20} width="60%" /> : null}
      {isPending || isSecond ? null : (
        <Text size="sm">Each request carries a key. {describeKeys(count)}</Text>
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
  /** The one that is asked for; undefined where the space has none. */
  readonly collection: CollectionView | undefined
}

export function RequestStep({ number, secret, collection }: RequestStepProps) {
  return (
    <Step number={number} title="Send the request">
      <Text size="sm">
        {secret ? (
          'In a terminal:'
        ) : (
          <>
            In a terminal, with the secret in the variable <Code>API_KEY</Code>:
          </>
        )}
      </Text>
      <FirstRequest secret={secret?.key ?? null} />
      {collection === undefined ? (
        <Text size="sm">
          In place of <Code>COLLECTION</Code>, write the API name of one that you brought in.
        </Text>
      ) : null}
    </Step>
  )
}

interface AnswerStepProps {
  readonly number: number
  readonly collection: CollectionView | undefined
}

export function AnswerStep({ number, collection }: AnswerStepProps) {
  return (
    <Step number={number} title="Read the answer">
      {collection ? (
        <>
          <Text size="sm">
            {collection.live > 0
              ? 'A page of entries, and how many there are:'
              : `Nothing in ${collection.name} is live yet, so the list is empty:`}
          </Text>
          <Code
            block
            bg="var(--mantine-color-default-hover)"
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {toSampleAnswer(collection)}
          </Code>
        </>
      ) : (
        <Text size="sm">The answer is JSON: a page of entries, and how many there are.</Text>
      )}
      <Group gap="md">
        <Anchor component={Link} href={paths.tryIt} size="sm">
          Try it in the browser
        </Anchor>
        <Anchor href="/docs" size="sm">
          Read the reference
        </Anchor>
      </Group>
    </Step>
  )
}
