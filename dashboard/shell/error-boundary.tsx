// Catches an error in a page, and shows a message within the frame.
import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../parts/lists/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** A different `key`, which contains the page's URL, resets the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        <PageHeader title="Something went wrong" />
        <EmptyState
          title="This page could not be shown"
          action={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          An error in the dashboard stopped this page. Nothing was changed on the server. If it happens again,
          look for details in the browser's console.
        </EmptyState>
      </>
    )
  }
}
