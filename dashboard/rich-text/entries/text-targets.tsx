// The entries that a text embeds or links to. Cards and links ask for them one by one, and they are requested together.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import type { KnownTargets, Target } from '../../api/content/references.ts'
import { useKnownTargets } from '../../parts/references/use-known-targets.ts'
import type { EntryReference } from '../document/portable-text.ts'

interface TextTargets {
  readonly asked: readonly string[]
  readonly known: KnownTargets
  readonly remember: (target: Target) => void
  readonly ask: (id: string) => void
}

const TargetsContext = createContext<TextTargets | null>(null)

export function TextTargetsProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<readonly string[]>([])
  const { known, remember } = useKnownTargets(asked)
  const ask = useCallback((id: string) => setAsked(ids => (ids.includes(id) ? ids : [...ids, id])), [])
  return <TargetsContext.Provider value={{ asked, known, remember, ask }}>{children}</TargetsContext.Provider>
}

export function useTextTargets(): TextTargets {
  const targets = useContext(TargetsContext)
  if (targets === null) throw new Error('The text targets have no provider')
  return targets
}

/** Returns the targets that are known, and asks for that of the reference. */
export function useTextTarget(entry: EntryReference | null): KnownTargets {
  const { asked, known, ask } = useTextTargets()
  const id = entry?.id ?? null
  useEffect(() => {
    if (id !== null) ask(id)
  }, [id, ask])
  // The entry is requested after the first render.
  return id === null || asked.includes(id) ? known : { ...known, isPending: true }
}
