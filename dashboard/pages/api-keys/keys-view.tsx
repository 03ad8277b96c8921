// The list of API keys, and the open dialog of one of them.
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { KeyDialogs } from './key-dialogs.tsx'
import { type KeyAction, toKeyMenuId, toKeyNameId } from './key-menu.tsx'
import { KeysList } from './keys-list.tsx'

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
export function KeysView({ create }: KeysViewProps) {
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
