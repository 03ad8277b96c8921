// Generates the ids of a field's elements, and focuses a field. No React here.
import { type Path, toPath } from '../engine/draft-paths.ts'

export function toInputId(path: Path): string {
  return `field:${path}`
}

const inputs = 'input:not([type="file"], [hidden]), textarea, select, [contenteditable="true"]'
const controls = `${inputs}, button, [tabindex="0"]`

/** An input of the field that has the focus already keeps it. Returns false if the field is not on the page. */
export function focusField(pointer: string): boolean {
  const path = toPath(pointer)
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
