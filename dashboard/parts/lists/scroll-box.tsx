// A box in which a wide table scrolls, also by keyboard, so that the page itself does not.
import type { ReactNode } from 'react'

interface ScrollBoxProps {
  /** The accessible name. */
  readonly label: string
  readonly children: ReactNode
}

export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="scroll-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
