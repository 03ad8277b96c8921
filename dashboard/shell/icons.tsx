// The icons of the header. An icon is never the only label of a control.

export function ChevronIcon() {
  return (
    <svg width="10" height="6" viewBox="0 0 10 6" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="m1 1 4 4 4-4" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export function PersonIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="9" cy="6" r="3.25" strokeWidth="1.5" />
      <path
        d="M2.75 15.5c.9-2.9 3.3-4.25 6.25-4.25s5.35 1.35 6.25 4.25"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
