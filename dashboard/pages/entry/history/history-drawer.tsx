// Lists all versions of an entry, newest first, and compares any two of them.
import { Anchor, Badge, Button, Drawer, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { VersionItemView } from '../../../../src/authoring/versions/versions.schema.ts'
import { useVersions } from '../../../api/content/entry-actions.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { ByAvatar, toSentenceStart, useNameOf } from '../../../parts/people/person.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import {
  type DialogName,
  type DialogProps,
  LeaveContext,
  phoneQuery,
  useLeaving,
} from '../dialog/entry-dialog.tsx'
import { type Names, titleOf, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { CompareVersions, describeVersion } from './compare-versions.tsx'

export function HistoryDrawer({ panel, opened, onClose }: DialogProps) {
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false })
  const { leave, onGone } = useLeaving(opened, onClose)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      returnFocus={false}
      position="right"
      size={isPhone ? '100%' : 'xl'}
      title={`History of “${titleOf(panel)}”`}
    >
      <LeaveContext value={path => leave(() => panel.goTo(path))}>
        <History panel={panel} />
      </LeaveContext>
    </Drawer>
  )
}

const perPage = 30

function History({ panel }: { readonly panel: EntryPanelProps }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const versions = useVersions(panel.entry.id, perPage)
  const names = useNames(panel, [])
  const list = versions.data?.pages.flatMap(page => page.list)
  if (versions.error && !list) {
    return (
      <ProblemAlert
        error={versions.error}
        title="Could not load the history"
        onRetry={() => void versions.refetch()}
      />
    )
  }
  if (!list) return <Skeleton height={240} />
  if (chosen !== null) {
    return <CompareVersions panel={panel} versions={list} first={chosen} onBack={() => setChosen(null)} />
  }
  return (
    <Stack align="flex-start">
      <ol className="plain-list version-list">
        {list.map(version => (
          <li key={version.version}>
            <VersionRow
              panel={panel}
              version={version}
              names={names}
              onChoose={list.length > 1 ? setChosen : null}
            />
          </li>
        ))}
      </ol>
      {versions.hasNextPage ? (
        <Button
          variant="default"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          Show older versions
        </Button>
      ) : null}
    </Stack>
  )
}

interface VersionRowProps {
  readonly panel: EntryPanelProps
  readonly version: VersionItemView
  readonly names: Names
  /** Null if there is no other version to compare with. */
  readonly onChoose: ((version: string) => void) | null
}

function VersionRow({ panel: { entry }, version, names, onChoose }: VersionRowProps) {
  const isLive = entry.live !== null && version.version === `p${entry.live.version}`
  const isDraft = version.version === `d${entry.draftVersion}`
  const content = (
    <>
      <VersionLine version={version} names={names} />
      <span className="version-aside">
        {isLive || isDraft ? (
          <Badge variant="outline" color="gray" tt="none" fw={550}>
            {isLive ? 'Published now' : 'Draft now'}
          </Badge>
        ) : null}
        {onChoose === null ? null : <span className="version-compare">Compare</span>}
      </span>
    </>
  )
  if (onChoose === null) return <div className="version-row">{content}</div>
  return (
    <UnstyledButton className="version-row" onClick={() => onChoose(version.version)}>
      {content}
    </UnstyledButton>
  )
}

interface RecentVersionsProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

const shownMax = 5
/** Limits the requests while the user types, because each save creates a new draft version. */
const quietMs = 3000

/** Shows the newest versions of an entry with their authors, changes and times. */
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

function VersionLine({ version, names }: VersionLineProps) {
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
