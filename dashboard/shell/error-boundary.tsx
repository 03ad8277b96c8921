// Where a page fails by a mistake of ours: the frame stays, and says so.
import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Begins anew with another `key`: the page's address. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <PageHeader title="This page failed" />
        <EmptyState
          title="The dashboard made a mistake"
          action={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          Nothing was changed on the server by it. If it happens again, the browser's console says more.
        </EmptyState>
      </>
    )
  }
}
