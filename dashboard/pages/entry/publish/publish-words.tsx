// Describes the consequences of a publication: what readers get, a changed slug, and a cancelled schedule.
import { Alert, Stack, Text } from '@mantine/core'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { toExactText } from '../../../parts/time/moment-text.ts'
import { describeSize } from './publishing.ts'

interface PublishWordsProps {
  readonly seen: EntryView
  readonly collection: string
}

export function PublishWords({ seen, collection }: PublishWordsProps) {
  const { live, schedule } = seen
  const publishAt = schedule?.state === 'pending' ? schedule.publishAt : null
  const unpublishAt = schedule?.state === 'pending' ? schedule.unpublishAt : null
  const hasOthers = schedule?.group === seen.id && schedule.with.length > 0
  return (
    <Stack gap="sm">
      <Text size="sm">
        {live
          ? 'Your changes will be live right away.'
          : `This entry will be live right away, with ${describeSize(seen)}.`}
      </Text>
      {live && live.slug !== seen.slug ? (
        <MovedWords before={`/${collection}/${live.slug}`} after={`/${collection}/${seen.slug}`} />
      ) : null}
      {publishAt ? (
        <Text size="sm">
          It is scheduled for {toExactText(publishAt)}. Publishing it now cancels that
          {hasOthers ? ' for this entry; the entries scheduled with it are cancelled too' : ''}.
        </Text>
      ) : null}
      {unpublishAt ? (
        <Text size="sm">It will still be unpublished on {toExactText(unpublishAt)}, as scheduled.</Text>
      ) : null}
    </Stack>
  )
}

function MovedWords({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Alert role="note" color="yellow" variant="light" title="The slug changes">
      <Text size="sm" className="entry-text">
        From <b>{before}</b> to <b>{after}</b>. The old address will stop working (404), also where other
        sites link to it. References in other entries are updated automatically.
      </Text>
    </Alert>
  )
}
