// Manages the API keys of the space, for owners and admins.
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { useHasRight, useSpace } from '../../api/space.ts'
import { keepFocus } from '../../parts/dialogs.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { CreateKeyDialog, KeyDialogs } from './key-dialogs.tsx'
import { type KeyAction, KeysList, toKeyMenuId, toKeyNameId } from './keys-list.tsx'

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

interface KeysViewProps {
  readonly create: ReactNode
}

interface ChosenKey {
  readonly apiKey: ApiKeyView
  /** Null after the dialog has closed. */
  readonly action: KeyAction | null
  readonly isRevoked: boolean
  /** Changes with each opening, so that each dialog starts with new state. */
  readonly opening: number
}

/** Focuses the key's menu, or its name if it has no menu. */
function focusKey({ apiKey, isRevoked }: ChosenKey): void {
  const menu = isRevoked ? null : document.getElementById(toKeyMenuId(apiKey.id))
  const place = menu ?? document.getElementById(toKeyNameId(apiKey.id))
  place?.focus()
}

/** The dialogs are outside the list, so that a visible secret stays visible when the list changes. */
function KeysView({ create }: KeysViewProps) {
  const [chosen, setChosen] = useState<ChosenKey | null>(null)
  useEffect(() => {
    if (chosen?.action === null) focusKey(chosen)
  }, [chosen])
  const choose = (apiKey: ApiKeyView, action: KeyAction) =>
    setChosen(before => ({ apiKey, action, isRevoked: false, opening: (before?.opening ?? 0) + 1 }))
  const close = (isRevoked: boolean) => setChosen(before => before && { ...before, action: null, isRevoked })
  return (
    <>
      <KeysList create={create} onChoose={choose} />
      {chosen ? (
        <KeyDialogs
          key={chosen.opening}
          apiKey={chosen.apiKey}
          action={chosen.action}
          onClose={() => close(false)}
          onRevoked={() => close(true)}
        />
      ) : null}
    </>
  )
}
