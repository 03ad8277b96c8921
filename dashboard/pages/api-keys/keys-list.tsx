// The keys of the space, as a table or, on narrow screens, as a list.
import { ActionIcon, Button, Code, Group, Menu, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { type ApiKeyList, useApiKeys } from '../../api/keys/api-keys.ts'
import { StateBadge } from '../../parts/entries/entry-state.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import {
  CutText,
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
  TableSkeleton,
} from '../../parts/lists/stack-table.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { endsSoon } from './key-form.tsx'

interface KeysListProps {
  readonly create: ReactNode
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

/** The paginated list of API keys, with its loading, error and empty states. */
export function KeysList({ create, onChoose }: KeysListProps) {
  const [page, goToPage] = usePageParameter()
  const { data, error, isPending, isPlaceholderData, refetch } = useApiKeys(page)
  const problem = (
    <ProblemAlert error={error} onRetry={() => void refetch()} title="Could not load the API keys" />
  )
  if (error && !data) return problem
  if (data?.count === 0) return <NoKeys create={create} />
  return (
    <>
      {problem}
      <KeysSummary keys={data} />
      {isPending ? <TableSkeleton columns={3} rows={5} /> : null}
      {data?.list.length === 0 ? <PastTheEnd page={page} onReturn={() => goToPage(1)} /> : null}
      {data && data.list.length > 0 ? (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
          <KeysTable keys={data.list} onChoose={onChoose} />
        </div>
      ) : null}
      {data ? <PageNavigation page={page} pagesCount={data.pagesCount} onChange={goToPage} /> : null}
    </>
  )
}

function NoKeys({ create }: { readonly create: ReactNode }) {
  return (
    <EmptyState title="No API keys yet" action={create}>
      Sites and apps send an API key with each request. Create one key for each of them, so that you can
      revoke one without affecting the others.
    </EmptyState>
  )
}

interface PastTheEndProps {
  readonly page: number
  readonly onReturn: () => void
}

function PastTheEnd({ page, onReturn }: PastTheEndProps) {
  return (
    <EmptyState
      title={`There is no page ${page}`}
      action={
        <Button variant="default" onClick={onReturn}>
          Go to the first page
        </Button>
      }
    />
  )
}

interface KeysTableProps {
  readonly keys: readonly ApiKeyView[]
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

const headings = [
  'Name',
  'Prefix',
  'Scopes',
  'Status',
  'Expires',
  'Last use',
  'Created by',
  'Actions',
] as const

/** The table of one page of API keys. */
function KeysTable({ keys, onChoose }: KeysTableProps) {
  return (
    <StackTable label="API keys" headings={headings} fitsFrom="75em">
      {keys.map(apiKey => (
        <KeyRow key={apiKey.id} apiKey={apiKey} onChoose={action => onChoose(apiKey, action)} />
      ))}
    </StackTable>
  )
}

interface KeyRowProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

function KeyRow({ apiKey, onChoose }: KeyRowProps) {
  const { id, name, prefix, scopes, status, lastUsedAt, createdAt, createdBy } = apiKey
  const isRevoked = status === 'revoked'
  return (
    <StackRow dimmed={isRevoked}>
      <StackName id={toKeyNameId(id)}>
        <Text component="span" inherit display="block" miw={130} fw={isRevoked ? 400 : 600}>
          {name}
        </Text>
      </StackName>
      <StackCell label="Prefix">
        <Code>{prefix}</Code>
      </StackCell>
      <StackCell label="Scopes">
        <KeyScopes scopes={scopes} />
      </StackCell>
      <StackCell label="Status">
        <KeyStatus status={status} />
      </StackCell>
      <StackCell label="Expires">
        <KeyEnd apiKey={apiKey} />
      </StackCell>
      <StackCell label="Last use">
        <Moment at={lastUsedAt} none="Never" />
      </StackCell>
      <StackCell label="Created by">
        <CutText text={createdBy} />
        <Text size="xs" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </StackCell>
      <StackActions inCorner>
        {isRevoked ? null : <KeyMenu apiKey={apiKey} onChoose={onChoose} />}
      </StackActions>
    </StackRow>
  )
}

const toKeys = (count: number) => `${formatCount(count)} ${count === 1 ? 'key' : 'keys'}`

/** The height is constant, with or without the notice and while `keys` loads, so that the content below does not move. */
function KeysSummary({ keys }: { readonly keys: ApiKeyList | undefined }) {
  const now = Date.now()
  const soon = keys?.list.filter(key => endsSoon(key, now)).length ?? 0
  return (
    <Group justify="space-between" gap="xs" mb="xs" mih={{ base: 64, sm: 36 }}>
      {keys ? (
        <Text size="sm" c="dimmed">
          {toKeys(keys.count)}, newest first
        </Text>
      ) : (
        <Skeleton height={14} width={130} />
      )}
      {soon > 0 ? (
        <span role="status">
          <StateBadge
            word={`${soon === 1 ? '1 key on this page expires' : `${soon} keys on this page expire`} within 14 days`}
            tone="amber"
          />
        </span>
      ) : null}
    </Group>
  )
}

const states = {
  active: { word: 'Active', tone: 'green' },
  expired: { word: 'Expired', tone: 'amber' },
  revoked: { word: 'Revoked', tone: 'gray' },
} as const

/** Renders a key's status, scopes and expiry. */
function KeyStatus({ status }: Pick<ApiKeyView, 'status'>) {
  return <StateBadge {...states[status]} />
}

function KeyScopes({ scopes }: Pick<ApiKeyView, 'scopes'>) {
  return (
    <Group gap={4}>
      {scopes.map(scope => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>
  )
}

/** Renders the expiry of the key, as a badge if it expires soon. */
function KeyEnd({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { expiresAt, revokedAt } = apiKey
  const moment = <Moment at={revokedAt ?? expiresAt} />
  if (revokedAt !== null) return <span>Revoked {moment}</span>
  if (expiresAt === null) return 'Never'
  if (endsSoon(apiKey, Date.now())) {
    return <StateBadge word={<>Expires {moment}</>} tone="amber" />
  }
  return moment
}

export type KeyAction = 'edit' | 'rotate' | 'revoke'

interface KeyMenuProps {
  readonly apiKey: ApiKeyView
  readonly onChoose: (action: KeyAction) => void
}

/** Returns the id of the menu button, which receives the focus when a dialog has closed. */
export function toKeyMenuId(id: string): string {
  return `api-key-actions-${id}`
}

/** Returns the id of the key's name in the list, which receives the focus if the menu no longer exists. */
export function toKeyNameId(id: string): string {
  return `api-key-name-${id}`
}

/** The menu of one API key. */
function KeyMenu({ apiKey, onChoose }: KeyMenuProps) {
  return (
    <Menu position="bottom-end" id={toKeyMenuId(apiKey.id)} width={170}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`Actions for ${apiKey.name}`}>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
            <circle cx="3" cy="8" r="1.5" />
            <circle cx="8" cy="8" r="1.5" />
            <circle cx="13" cy="8" r="1.5" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('edit')}>Edit</Menu.Item>
        <Menu.Item onClick={() => onChoose('rotate')}>Rotate the secret</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose('revoke')}>Revoke</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
