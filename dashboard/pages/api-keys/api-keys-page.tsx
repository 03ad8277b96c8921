// Developer settings: the API keys of the space, for owners and admins.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useIsManager, useSignedIn } from '../../api/session.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { keepFocus } from '../../parts/keep-focus.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeysView } from './keys-view.tsx'

export function ApiKeysPage() {
  const { space } = useSignedIn()
  const isManager = useIsManager()
  const { isCreating, begin, leave, finish } = useCreating()
  const button = useRef<HTMLButtonElement>(null)
  // The frame shows its own page to who is in no space.
  if (!space) return null
  if (!isManager) {
    return (
      <>
        <PageHeader title="API keys" />
        <EmptyState title="Owners and admins manage API keys">
          You are a member of {space.name}. Ask an owner or admin for a key.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="API keys"
        about={`A key reads the published content of ${space.name}.`}
        actions={
          <Button ref={button} onClick={begin}>
            Create API key
          </Button>
        }
      />
      <KeysView space={space.id} create={<Button onClick={begin}>Create API key</Button>} />
      <CreateKeyDialog
        space={space.id}
        opened={isCreating}
        onClose={leave}
        onDone={finish}
        // The button that opened it may be gone, or never have been pressed.
        onGone={() => keepFocus(() => button.current)}
      />
    </>
  )
}

/** Whether the dialog is open stands in the address, so that other pages can link to it: `?create`. */
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
    /** To the first page, which a new key is at the top of. */
    finish: () =>
      change(after => {
        after.delete('create')
        after.delete('page')
      }),
  }
}
