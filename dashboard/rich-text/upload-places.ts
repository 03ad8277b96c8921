// Tracks the positions in the text where uploads will be inserted. The positions move with the surrounding text.
import type { EditorState } from '@tiptap/pm/state'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

interface NewPlace {
  /** The key of the upload. */
  readonly key: number
  readonly position: number
  readonly name: string
}

type Change = { readonly add: readonly NewPlace[] } | { readonly keep: readonly number[] }

const plugin = new PluginKey<DecorationSet>('upload places')

export function uploadPlaces(): Plugin {
  return new Plugin<DecorationSet>({
    key: plugin,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const places = before.map(tr.mapping, tr.doc)
        const change: Change | undefined = tr.getMeta(plugin)
        if (change === undefined) return places
        if ('add' in change) return places.add(tr.doc, change.add.map(toMark))
        return places.remove(places.find(undefined, undefined, ({ upload }) => !change.keep.includes(upload)))
      },
    },
    props: { decorations: state => plugin.getState(state) },
  })
}

function toMark({ key, position, name }: NewPlace): Decoration {
  const element = document.createElement('span')
  element.className = 'rich-text-uploading'
  element.textContent = `Uploading ${name}`
  return Decoration.widget(position, element, { key: String(key), upload: key })
}

export function addUploadPlaces({ state, dispatch }: EditorView, add: readonly NewPlace[]): void {
  dispatch(state.tr.setMeta(plugin, { add } satisfies Change))
}

/** Returns null if the surrounding text was removed, or the page was left during the upload. */
export function findUploadPlace(state: EditorState, key: number): number | null {
  return plugin.getState(state)?.find(undefined, undefined, spec => spec.upload === key)[0]?.from ?? null
}

/** Removes the positions of all other uploads. */
export function keepUploadPlaces({ state, dispatch }: EditorView, keep: readonly number[]): void {
  const places = plugin.getState(state)?.find() ?? []
  if (places.every(({ spec }) => keep.includes(spec.upload))) return
  dispatch(state.tr.setMeta(plugin, { keep } satisfies Change))
}
