// The paginated list of API keys, with its loading, error and empty states.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useApiKeys } from '../../api/keys/api-keys.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageNavigation, usePageParameter } from '../../parts/lists/page-navigation.tsx'
import { TableSkeleton } from '../../parts/lists/table-skeleton.tsx'
import type { KeyAction } from './key-menu.tsx'
import { KeysSummary } from './keys-summary.tsx'
import { KeysTable } from './keys-table.tsx'

interface KeysListProps {
  readonly create: ReactNode
  readonly onChoose: (apiKey: ApiKeyView, action: KeyAction) => void
}

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
