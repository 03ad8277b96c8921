// The list of API keys and the dialog that one of its rows has opened.
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
  /** Null when the dialog has closed. */
  readonly action: KeyAction | null
  readonly isRevoked: boolean
  /** Tells one opening from the next, so that each dialog begins anew. */
  readonly opening: number
}

/** Back to the key's menu, or to its name where the menu is gone. */
function focusKey({ apiKey, isRevoked }: ChosenKey): void {
  const menu = isRevoked ? null : document.getElementById(toKeyMenuId(apiKey.id))
  const place = menu ?? document.getElementById(toKeyNameId(apiKey.id))
  place?.focus()
}

/** The dialogs stand apart from the list: whatever becomes of it, a secret that shows goes on showing. */
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
