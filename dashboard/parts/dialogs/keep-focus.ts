// Restores the focus when a dialog has closed and the element that opened it no longer exists.

/** Longer than the dialog takes to restore the focus itself. */
const waitMs = 50

/** Focuses the element, unless another one has the focus: otherwise the focus would return to the document's top. */
export function keepFocus(place: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) place()?.focus({ preventScroll: true })
  }, waitMs)
}
