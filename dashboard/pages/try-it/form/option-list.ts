// The scrolling of suggestion lists. No React here.

/** The list itself scrolls. A scroll area around it would have to be focusable, but the focus stays in the input. */
export const scrollingOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const
