// Compares two versions of an entry, or one with the current draft, and restores values of the older one.
import { Alert, Button, Group, List, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { VersionItemView } from '../../../../src/authoring/versions/versions.schema.ts'
import { type RestoredEntry, useVersion } from '../../../api/content/entry-actions.ts'
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { ActionError } from '../dialog/action-error.tsx'
import { ChangeList } from '../diff/change-list.tsx'
import { type Content, listChanges } from '../diff/changes.ts'
import { type Names, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { listRestorable, useRestoring } from './restoring.ts'

interface CompareVersionsProps {
  readonly panel: EntryPanelProps
  readonly versions: readonly VersionItemView[]
  /** The version that was selected in the list. */
  readonly first: string
  readonly onBack: () => void
}

/** The name of the current draft among the names of versions. */
const draftNow = 'draft'

export function CompareVersions({ panel, versions, first, onBack }: CompareVersionsProps) {
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(draftNow)
  const before = useContent(panel, from)
  const after = useContent(panel, to)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const error = before.error ?? after.error
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h5" ref={heading} tabIndex={-1} className="quiet-focus">
          Compare versions
        </Title>
        <Button variant="default" size="xs" onClick={onBack}>
          All versions
        </Button>
      </Group>
      <VersionSelect label="Version" value={from} onChange={setFrom} panel={panel} versions={versions} />
      <VersionSelect label="Compared with" value={to} onChange={setTo} panel={panel} versions={versions} />
      {error ? <ProblemAlert error={error} title="Could not load the version" /> : null}
      {before.content && after.content ? (
        <Comparison
          panel={panel}
          from={versions.find(({ version }) => version === from) ?? null}
          before={before.content}
          after={after.content}
          onRestored={() => heading.current?.focus()}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </Stack>
  )
}

/** `content` is undefined while it loads. */
function useContent({ entry, draft }: EntryPanelProps, version: string) {
  const { data, error, isPlaceholderData } = useVersion(entry.id, version === draftNow ? null : version)
  if (version === draftNow) return { content: draft satisfies Content, error: null }
  return { content: isPlaceholderData ? undefined : data, error }
}

interface VersionSelectProps extends Pick<CompareVersionsProps, 'panel' | 'versions'> {
  readonly label: string
  readonly value: string
  readonly onChange: (version: string) => void
}

function VersionSelect({ label, value, onChange, panel, versions }: VersionSelectProps) {
  const names = useNames(panel, [])
  const options = versions.map(version => ({ value: version.version, label: nameVersion(version, names) }))
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[{ value: draftNow, label: 'The draft as it is now' }, ...options]}
    />
  )
}

function nameVersion(version: VersionItemView, names: Names): string {
  return `${toExactText(version.at)} · ${describeVersion(version, names)}`
}

interface ComparisonProps {
  readonly panel: EntryPanelProps
  /** Null for the current draft. */
  readonly from: VersionItemView | null
  readonly before: Content
  readonly after: Content
  /** Called after a restore, which may have removed the focused button. */
  readonly onRestored: () => void
}

function Comparison({ panel, from, before, after, onRestored }: ComparisonProps) {
  const changes = listChanges(panel.model.fields, before, after)
  const names = useNames(panel, changes)
  const restoring = useRestoring(panel, names, onRestored)
  const offered = restoring.isAllowed && changes.length > 0 ? from : null
  const restorable = offered === null ? null : listRestorable(panel, before)
  const when = offered === null ? '' : toExactText(offered.at)
  return (
    <Stack>
      {restoring.restored ? <Restored restored={restoring.restored} names={names} /> : null}
      <ActionError
        error={restoring.error}
        title="Could not restore it"
        names={names}
        onNewest={restoring.showNewest}
      />
      {offered === null ? null : (
        <Text size="sm" c="dimmed">
          {`Restoring brings back the values of ${when}, which are struck through here, as a draft.`}
        </Text>
      )}
      {changes.length === 0 ? (
        <Text size="sm">These two versions are the same.</Text>
      ) : (
        <ChangeList
          changes={changes}
          names={names}
          actionOf={change =>
            offered !== null && restorable?.has(change.path) ? (
              <Button
                size="compact-xs"
                variant="default"
                loading={restoring.isPending}
                aria-label={`Restore old value: ${names.placeOf(change.path)}`}
                onClick={() => restoring.restoreField(offered.version, change)}
              >
                Restore old value
              </Button>
            ) : null
          }
        />
      )}
      {offered !== null ? (
        <Group justify="flex-end">
          <PendingButton pending={restoring.isPending} onClick={() => restoring.restoreAll(offered.version)}>
            {`Restore the version of ${when}`}
          </PendingButton>
        </Group>
      ) : null}
    </Stack>
  )
}

interface RestoredProps {
  readonly restored: Pick<RestoredEntry, 'losses'>
  readonly names: Names
}

/** Lists the values of an older version that do not fit the current model. */
function Restored({ restored: { losses }, names }: RestoredProps) {
  return (
    <Alert
      role="status"
      variant="light"
      color={losses.length > 0 ? 'yellow' : 'green'}
      title={losses.length > 0 ? 'Restored, except what no longer fits' : 'Restored'}
    >
      <Text size="sm">What is published has not changed. The replaced draft stays in the history.</Text>
      {losses.length > 0 ? (
        <List size="sm" mt="xs">
          {losses.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>{`${names.placeOf(path)}: ${message}`}</List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  )
}

const namesShown = 3

/** For example `Edited Price, Pages`, `Published version 3` or `Restored Title`. */
export function describeVersion(version: VersionItemView, { placeOf }: Pick<Names, 'placeOf'>): string {
  const { reason, names } = version
  if (reason === 'publish') return `Published version ${version.version.slice(1)}`
  if (reason === 'create') return 'Created'
  const places = [...new Set(names.map(placeOf))]
  const more = places.length > namesShown ? ` and ${places.length - namesShown} more` : ''
  const what = `${places.slice(0, namesShown).join(', ')}${more}`
  const lead = leads[reason]
  if (lead === undefined) return what === '' ? 'Edited' : `Edited ${what}`
  return what === '' ? lead.replace(/ (?:in|of)$/, '') : `${lead} ${what}`
}

const leads: Partial<Record<VersionItemView['reason'], string>> = {
  restore: 'Restored',
  discard: 'Discarded changes in',
  import: 'Imported',
  model: 'Changed the content model of',
}
