// The selected files of any page of the list.
import { useState } from 'react'
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'

export interface FileSelection {
  readonly chosen: readonly AssetItemView[]
  readonly has: (id: string) => boolean
  /** Selects the files, or deselects them if all of them are selected. */
  readonly toggle: (assets: readonly AssetItemView[]) => void
  readonly clear: () => void
}

/** Holds the selection for the filter named by `list`. A different `list` starts with an empty selection. */
export function useFileSelection(list: string): FileSelection {
  const none: ReadonlyMap<string, AssetItemView> = new Map()
  const [state, setState] = useState({ list, chosen: none })
  const chosen = state.list === list ? state.chosen : none
  return {
    chosen: [...chosen.values()],
    has: id => chosen.has(id),
    toggle: assets => {
      const isOn = !assets.every(({ id }) => chosen.has(id))
      const next = new Map(chosen)
      for (const asset of assets) {
        if (isOn) next.set(asset.id, asset)
        else next.delete(asset.id)
      }
      setState({ list, chosen: next })
    },
    clear: () => setState({ list, chosen: none }),
  }
}
