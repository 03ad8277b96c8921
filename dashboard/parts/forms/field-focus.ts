// The ids of fields' elements, and how the focus reaches a field, which may be in a block that is closed. No React here.

/** `path` is that of the draft: `/data/title`, `/data/sections/k3f9/heading`. */
export function toInputId(path: string): string {
  return `field:${path}`
}

const inputs = 'input:not([type="file"], [hidden]), textarea, select, [contenteditable="true"]'
const controls = `${inputs}, button, [tabindex="0"]`

/** An input of the field that has the focus already keeps it. Returns false if the field is not on the page. */
export function focusPath(path: string): boolean {
  const row = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
  const input = document.getElementById(toInputId(path))
  const focused = row?.querySelector<HTMLElement>(':focus')
  const first = row?.querySelector<HTMLElement>(inputs) ?? row?.querySelector<HTMLElement>(controls) ?? input
  const target = [focused, input].find(one => one?.matches(inputs)) ?? first
  if (!target) return false
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}
