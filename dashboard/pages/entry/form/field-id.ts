// Generates the ids of a field's elements, and focuses a field. No React here.
import { type Path, toPath } from '../engine/draft-paths.ts'

export function toInputId(path: Path): string {
  return `field:${path}`
}

const focusable = 'input, textarea, select, button, [tabindex="0"], [contenteditable="true"]'

/** Returns false if the field is not on the page. */
export function focusField(pointer: string): boolean {
  const path = toPath(pointer)
  const row = document.querySelector(`[data-path="${CSS.escape(path)}"]`)
  const input = document.getElementById(toInputId(path))
  const isInput = input?.matches('input, textarea, select, [contenteditable="true"]')
  const target = isInput ? input : (row?.querySelector<HTMLElement>(focusable) ?? input)
  if (!target) return false
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}
