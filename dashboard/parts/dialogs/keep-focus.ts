// Restores the focus when a dialog has closed and the element that opened it no longer exists.

/** Milliseconds, longer than the dialog takes to restore the focus itself. */
const waitMs = 50

/** Focuses the element unless another one has the focus. Otherwise the focus would move to the top of the document. */
export function keepFocus(place: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) place()?.focus({ preventScroll: true })
  }, waitMs)
}
