// Connects a page that shows drafts with the dashboard that edits them: outlines the part under the pointer, and opens it in
// the form when it is clicked. The messages between the two windows contain addresses such as
// `posts/p1#heading`, never values or credentials.

const attribute = 'data-frontlist'

/** The attribute of an element that shows an entry, a block or one of its fields. */
export interface EditAttributes {
  [attribute]?: string
}

/**
 * Returns the attributes of an element that shows a field of an entry or a block, or all of it. Empty without `edit`, so
 * that a public page has none.
 */
export function editAttributes(part: object | null | undefined, field?: string): EditAttributes {
  const { edit, key } = (part ?? {}) as { readonly edit?: unknown; readonly key?: unknown }
  if (typeof edit !== 'string') return {}
  const [, path] = edit.split('#')
  // The parts of a path are fields and keys in turn. A single block has the path of its field, and so has a block in rich
  // text, which has no `key`.
  const isField = path !== undefined && key === undefined && path.split('/').length % 2 > 0
  return { [attribute]: field && !isField ? `${edit}${path === undefined ? '#' : '/'}${field}` : edit }
}

/** From the page: it is ready, or a part was clicked. */
export type PageMessage =
  | { readonly frontlist: 'ready' }
  | { readonly frontlist: 'open'; readonly edit: string }

/** From the dashboard: an entry was saved, a field has the focus, or links are followed from now on, or parts opened. */
export type DashboardMessage =
  | { readonly frontlist: 'saved' }
  | { readonly frontlist: 'focus'; readonly edit: string | null }
  | { readonly frontlist: 'mode'; readonly edits: boolean }

export interface PreviewOptions {
  /** The origin of the dashboard, which `/api/v1/preview/session` names. */
  readonly dashboard: string
  /** Called after each save, to render the page again. The default loads it again. */
  readonly onChange?: (() => void) | undefined
  /** The path that ends the preview, or a function. Outside the frame, a bar links to it. */
  readonly leave?: string | (() => void) | undefined
  /** The time at which the preview ends, for the bar. */
  readonly until?: string | undefined
}

/** Starts the connection of a page in the dashboard's frame, and shows a bar on others. Returns a function that ends it. */
export function startPreview({ dashboard, onChange, leave, until }: PreviewOptions): () => void {
  const { document, parent } = window
  const controller = new AbortController()
  const { signal } = controller
  const root = document.documentElement
  const add = (name: string, style: string) => {
    const element = document.createElement(name)
    element.style.cssText = `all:initial;position:fixed;z-index:2147483647;${style}`
    root.append(element)
    signal.addEventListener('abort', () => element.remove())
    return element
  }

  if (parent === window) {
    const time = new Date(until ?? '')
    const bar = add(
      'div',
      'left:50%;bottom:12px;transform:translate(-50%);padding:8px 14px;border-radius:8px;background:#1b1f24;color:#fff;font:14px system-ui',
    )
    bar.textContent = +time
      ? `Preview, until ${time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`
      : 'Preview'
    if (leave) {
      const link = document.createElement('a')
      link.textContent = 'Leave'
      link.style.cssText = 'color:inherit;margin-left:10px;cursor:pointer;text-decoration:underline'
      link.href = typeof leave === 'string' ? leave : '#'
      if (typeof leave !== 'string') {
        link.onclick = event => {
          event.preventDefault()
          leave()
        }
      }
      bar.append(link)
    }
    return () => controller.abort()
  }

  const send = (message: PageMessage) => parent.postMessage(message, dashboard)
  let edits = true
  let focused: string | null = null
  let under: Element | null | undefined
  let hovered: Element | null | undefined
  const boxes = ['2px solid #7c5cff', '2px dashed #7c5cff'].map(outline =>
    add('div', `pointer-events:none;border-radius:3px;outline:${outline};outline-offset:2px`),
  )

  /** Returns the element of the address, or of the block that contains it. */
  const find = (edit: string): Element | undefined => {
    const found = [...document.querySelectorAll(`[${attribute}]`)].find(
      element => element.getAttribute(attribute) === edit,
    )
    const at = edit.lastIndexOf('/')
    return found || at < edit.indexOf('#') || !edit.includes('#') ? found : find(edit.slice(0, at))
  }
  const draw = () => {
    const shown = [focused === null ? null : find(focused), edits ? hovered : null]
    boxes.forEach((box, index) => {
      const element = shown[index]
      const rect = element?.isConnected ? element.getBoundingClientRect() : null
      box.style.display = rect ? 'block' : 'none'
      if (rect) {
        for (const side of ['left', 'top', 'width', 'height'] as const) box.style[side] = `${rect[side]}px`
      }
    })
  }
  const around = (element: Element | null | undefined) => element?.closest(`[${attribute}]`)
  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { capture: true, signal })
  const targetOf = (event: Event) => event.composedPath()[0] as Element

  const point = (part: Element | null | undefined) => {
    // Stays at the part that Escape has chosen while the pointer stays in the innermost part.
    if (part !== under) hovered = part
    under = part
    draw()
  }
  on(document, 'pointerover', event => point(around(targetOf(event))))
  root.addEventListener('pointerleave', () => point(null), { signal })
  on(document, 'keydown', event => {
    if (!edits || !hovered || (event as KeyboardEvent).key !== 'Escape') return
    hovered = around(hovered.parentElement)
    draw()
  })
  on(document, 'click', event => {
    const target = targetOf(event)
    const part = hovered ?? around(target)
    if (!edits || !(part || target.closest('a'))) return
    event.preventDefault()
    event.stopPropagation()
    const edit = part?.getAttribute(attribute)
    if (edit) send({ frontlist: 'open', edit })
  })
  for (const name of ['scroll', 'resize', 'load']) on(window, name, draw)
  const [sizes, changes] = [new ResizeObserver(draw), new MutationObserver(draw)]
  sizes.observe(root)
  changes.observe(root, { subtree: true, childList: true, characterData: true })
  signal.addEventListener('abort', () => {
    sizes.disconnect()
    changes.disconnect()
  })
  on(window, 'message', event => {
    const { source, origin, data } = event as MessageEvent
    if (source !== parent || origin !== dashboard) return
    if (data?.frontlist === 'saved') onChange ? onChange() : location.reload()
    if (data?.frontlist === 'mode') edits = data.edits === true
    if (data?.frontlist === 'focus') {
      focused = typeof data.edit === 'string' ? data.edit : null
      if (focused) find(focused)?.scrollIntoView({ block: 'nearest' })
    }
    draw()
  })
  send({ frontlist: 'ready' })
  return () => controller.abort()
}
