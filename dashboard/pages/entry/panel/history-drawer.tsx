// All versions of an entry, newest first, and any two of them compared.
import { Badge, Button, Drawer, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { VersionItemView } from '../../../../src/authoring/versions.schema.ts'
import { useVersions } from '../../../api/entry-actions.ts'
import { ProblemAlert } from '../../../parts/problem-alert.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { CompareVersions } from './compare-versions.tsx'
import type { DialogProps } from './dialog-props.ts'
import { phoneQuery, useLeaving } from './entry-dialog.tsx'
import { type Names, titleOf, useNames } from './names.ts'
import { VersionLine } from './recent-versions.tsx'

export function HistoryDrawer({ panel, opened, onClose }: DialogProps) {
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false })
  const { onGone } = useLeaving(opened, onClose)
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
      <History panel={panel} />
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
            <VersionButton panel={panel} version={version} names={names} onChoose={setChosen} />
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

interface VersionButtonProps {
  readonly panel: EntryPanelProps
  readonly version: VersionItemView
  readonly names: Names
  readonly onChoose: (version: string) => void
}

function VersionButton({ panel: { entry }, version, names, onChoose }: VersionButtonProps) {
  const isLive = entry.live !== null && version.version === `p${entry.live.version}`
  const isDraft = version.version === `d${entry.draftVersion}`
  return (
    <UnstyledButton className="version-button" onClick={() => onChoose(version.version)}>
      <VersionLine version={version} names={names} />
      {isLive || isDraft ? (
        <Badge variant="outline" color="gray" tt="none" fw={550}>
          {isLive ? 'Published now' : 'Draft now'}
        </Badge>
      ) : null}
    </UnstyledButton>
  )
}
