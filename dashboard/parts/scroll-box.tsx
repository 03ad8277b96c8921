// A table that is too wide scrolls in its own box, also by keyboard, and never the page.
import type { ReactNode } from 'react'

interface ScrollBoxProps {
  /** What a screen reader calls it. */
  readonly label: string
  readonly children: ReactNode
}

export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
