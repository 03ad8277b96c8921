// Looks up the targets of a value that the user edits.
import { useState } from 'react'
import { type KnownTargets, type Target, useTargets } from '../../api/content/references.ts'

/**
 * Returns the entries with these ids. A newly chosen entry is known at once, and also fetched, so that its state stays
 * current.
 */
export function useKnownTargets(ids: readonly string[]): {
  readonly known: KnownTargets
  readonly remember: (target: Target) => void
} {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Target>>(new Map())
  // Requested ids stay in the same order, so that moving and removing references causes no request.
  const [asked] = useState(() => new Set<string>())
  for (const id of ids) asked.add(id)
  const stored = useTargets([...asked])
  const targets = new Map([...chosen, ...stored.targets])
  return {
    known: { ...stored, targets },
    remember: target => setChosen(new Map(chosen).set(target.id, target)),
  }
}
