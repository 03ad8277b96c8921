// Lists all versions of an entry, newest first, and compares any two of them.
import { Badge, Button, Drawer, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { VersionItemView } from '../../../../src/authoring/versions/versions.schema.ts'
import { useVersions } from '../../../api/content/entry-actions.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import type { DialogProps } from '../dialog/dialog-props.ts'
import { LeaveContext, phoneQuery, useLeaving } from '../dialog/entry-dialog.tsx'
import { type Names, titleOf, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { CompareVersions } from './compare-versions.tsx'
import { VersionLine } from './recent-versions.tsx'

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
