// Manages the API keys of the space, for owners and admins.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useHasRight, useSpace } from '../../api/space.ts'
import { keepFocus } from '../../parts/dialogs/keep-focus.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeysView } from './keys-view.tsx'

export function ApiKeysPage() {
  const space = useSpace()
  const canManageKeys = useHasRight('keys.manage')
  const { isCreating, begin, leave, finish } = useCreating()
  const button = useRef<HTMLButtonElement>(null)
  if (!canManageKeys) {
    return (
      <>
        <PageHeader title="API keys" />
        <EmptyState title="Only owners and admins can manage API keys">
          Your role in {space.name} is {space.role}. Ask an owner or admin for a key.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="API keys"
        about={`API keys give sites, apps and scripts access to the content of ${space.name}.`}
        actions={
          <Button ref={button} onClick={begin}>
            Create API key
          </Button>
        }
      />
      <KeysView create={<Button onClick={begin}>Create API key</Button>} />
      <CreateKeyDialog
        opened={isCreating}
        onClose={leave}
        onDone={finish}
        // The button that opened the dialog may have been removed, or never pressed.
        onGone={() => keepFocus(() => button.current)}
      />
    </>
  )
}

/** Stores the state of the dialog in the URL, so that other pages can link to it: `?create`. */
function useCreating() {
  const [parameters, setParameters] = useSearchParams()
  const change = (edit: (parameters: URLSearchParams) => void) => {
    const edited = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      edit(after)
      return after
    }
    setParameters(edited, { replace: true })
  }
  return {
    isCreating: parameters.has('create'),
    begin: () => change(after => after.set('create', '')),
    leave: () => change(after => after.delete('create')),
    /** Goes to the first page, where a new key is at the top. */
    finish: () =>
      change(after => {
        after.delete('create')
        after.delete('page')
      }),
  }
}
