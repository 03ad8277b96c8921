// How lists of suggestions scroll. No React here.

/** The list scrolls by itself: a scroll area around it would have to be focusable, and the focus stays in the input. */
export const scrollingOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const
