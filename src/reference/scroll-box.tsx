/** @jsxImportSource hono/jsx */
// A box that scrolls what is too wide or too long for it, with the keyboard too. Knows nothing of what is in it.
import type { Child } from 'hono/jsx'

interface ScrollBoxProps {
  readonly name: 'table-box' | 'code-box'
  readonly label: string
  readonly children?: Child
}

export function ScrollBox({ name, label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and sections would make dozens of landmarks
    <div class={name} role="group" aria-label={label} tabindex={0}>
      {children}
    </div>
  )
}
