// Shows the newest versions of an entry with their authors, changes and times.
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { VersionItemView } from '../../../../src/authoring/versions/versions.schema.ts'
import { useVersions } from '../../../api/content/entry-actions.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { ByAvatar } from '../../../parts/people/person.tsx'
import { toSentenceStart } from '../../../parts/people/person-name.ts'
import { useNameOf } from '../../../parts/people/use-name-of.ts'
import { Moment } from '../../../parts/time/moment.tsx'
import type { DialogName } from '../dialog/dialog-props.ts'
import { type Names, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { describeVersion } from './version-words.ts'

interface RecentVersionsProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

const shownMax = 5
/** Limits the requests while the user types, because each save creates a new draft version. */
const quietMs = 3000

export function RecentVersions({ panel, onOpen }: RecentVersionsProps) {
  const [draftVersion] = useDebouncedValue(panel.entry.draftVersion, quietMs)
  const { data, error, refetch } = useVersions(panel.entry.id, shownMax, draftVersion)
  const names = useNames(panel, [])
  const first = data?.pages[0]
  if (error)
    return <ProblemAlert error={error} title="Could not load the history" onRetry={() => void refetch()} />
  if (!first) return <Skeleton height={120} />
  return (
    <>
      <ol className="plain-list versions">
        {first.list.map(version => (
          <li key={version.version}>
            <VersionLine version={version} names={names} />
          </li>
        ))}
      </ol>
      {first.count > 1 ? (
        <Anchor component="button" type="button" size="sm" mih={24} mt="xs" onClick={() => onOpen('history')}>
          {first.count > first.list.length
            ? `All ${first.count.toLocaleString('en')} versions`
            : 'Compare versions'}
        </Anchor>
      ) : null}
    </>
  )
}

interface VersionLineProps {
  readonly version: VersionItemView
  readonly names: Names
}

export function VersionLine({ version, names }: VersionLineProps) {
  const nameOf = useNameOf()
  const who = nameOf(version.by)
  return (
    <span className="version-line">
      <ByAvatar by={version.by} size={24} />
      <span>
        <Text span size="sm" display="block" lineClamp={2}>
          {describeVersion(version, names)}
        </Text>
        <Text span size="xs" c="dimmed" className="entry-text">
          {toSentenceStart(who)} · <Moment at={version.at} />
        </Text>
      </span>
    </span>
  )
}
