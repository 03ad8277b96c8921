// Whether what is published has references whose meaning can change without its being published again.
import type { CompiledValues } from './compile-entry.ts'

interface Layers {
  readonly values: CompiledValues
  readonly overlays: ReadonlyMap<string, CompiledValues>
}

/** Whether an import that adds or moves entries can change the target of one of its references. */
export function hasUnsettled({ values, overlays }: Layers): boolean {
  return values.rebind || [...overlays.values()].some(overlay => overlay.rebind)
}

/** As it is stored: 2 where a reference means no entry yet, 1 where an import can change what one means. */
export function toRebind(layers: Layers): number {
  const { values, overlays } = layers
  if (values.unbound || [...overlays.values()].some(overlay => overlay.unbound)) return 2
  return hasUnsettled(layers) ? 1 : 0
}
