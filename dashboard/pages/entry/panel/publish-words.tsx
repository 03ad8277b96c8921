// What publishing means for readers: what they get, a changed slug, what else it cancels.
import { Alert, Stack, Text } from '@mantine/core'
import type { EntryView } from '../../../../src/authoring/entries.schema.ts'
import { toExactText } from '../../../parts/moment-text.ts'
import { describeSize } from './publishing.ts'

interface PublishWordsProps {
  readonly seen: EntryView
  readonly collection: string
}

export function PublishWords({ seen, collection }: PublishWordsProps) {
  const { live, schedule } = seen
  const publishAt = schedule?.state === 'pending' ? schedule.publishAt : null
  return (
    <Stack gap="sm">
      <Text size="sm">
        {live
          ? 'Readers get these changes with their next request.'
          : `Readers get the whole entry with their next request: ${describeSize(seen)}.`}
      </Text>
      {live && live.slug !== seen.slug ? (
        <MovedWords before={`/${collection}/${live.slug}`} after={`/${collection}/${seen.slug}`} />
      ) : null}
      {publishAt ? (
        <Text size="sm">The publication that is scheduled for {toExactText(publishAt)} is cancelled.</Text>
      ) : null}
    </Stack>
  )
}

function MovedWords({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Alert role="note" color="yellow" variant="light" title="The slug changes">
      <Text size="sm" className="entry-text">
        From <b>{before}</b> to <b>{after}</b>. A request for the old slug gets a 404, and links to it from
        elsewhere break. References in other entries follow by themselves.
      </Text>
    </Alert>
  )
}
