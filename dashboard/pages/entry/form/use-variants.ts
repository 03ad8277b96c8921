// Returns the variants that the form can show: those of the space, and those that the draft has values for.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useVariants, type VariantView } from '../../../api/content/drafts.ts'
import type { DraftContent } from '../engine/draft-paths.ts'
import type { EntryEditor } from '../engine/entry-editor.ts'

const none: readonly VariantView[] = []

export function useShownVariants({ store }: EntryEditor) {
  const { data = none } = useVariants()
  // A string, so that typing causes no render unless an override is added or removed.
  const overridden = useSyncExternalStore(
    store.subscribe,
    useCallback(() => JSON.stringify(toNames(store.getDraft())), [store]),
  )
  return useMemo(() => {
    const names = new Map(Object.entries(JSON.parse(overridden) as Record<string, string[]>))
    const known = new Set(data.map(({ id }) => id))
    const others = [...names.keys()].filter(id => !known.has(id))
    return {
      variants: [...data, ...others.map(id => ({ id, name: id, kind: 'audience' as const }))],
      counts: new Map([...names].map(([id, fields]) => [id, fields.length])),
      /** Returns the fields that a variant overrides. */
      overriddenBy: (variant: string): ReadonlySet<string> => new Set(names.get(variant)),
    }
  }, [data, overridden])
}

function toNames({ variants }: DraftContent): Record<string, string[]> {
  return Object.fromEntries(Object.entries(variants).map(([id, values]) => [id, Object.keys(values)]))
}

/** Returns the language of a locale's values; undefined for audiences and for ids that are not a language tag. */
export function toLang(variant: VariantView | undefined): string | undefined {
  if (variant?.kind !== 'locale') return undefined
  try {
    return Intl.getCanonicalLocales(variant.id)[0]
  } catch {
    return undefined
  }
}
