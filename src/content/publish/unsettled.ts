// Detects publications with references whose targets can change without the entry being published again.
import type { CompiledValues } from './compile-entry.ts'

interface Layers {
  readonly values: CompiledValues
  readonly overlays: ReadonlyMap<string, CompiledValues>
}

/** Checks whether an import that adds or moves entries can change the target of a reference. */
export function hasUnsettled({ values, overlays }: Layers): boolean {
  return values.rebind || [...overlays.values()].some(overlay => overlay.rebind)
}

/** Returns the stored form: 2 if a reference has no target yet, 1 if an import can change a target, otherwise 0. */
export function toRebind(layers: Layers): number {
  const { values, overlays } = layers
  if (values.unbound || [...overlays.values()].some(overlay => overlay.unbound)) return 2
  return hasUnsettled(layers) ? 1 : 0
}
