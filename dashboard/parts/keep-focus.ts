// Where the focus goes when a dialog has closed and what opened it is gone.

/** Longer than the dialog itself takes to give the focus back. */
const waitMs = 50

/** To the place, unless the focus is somewhere already: lost, it would begin anew at the document's top. */
export function keepFocus(place: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) place()?.focus({ preventScroll: true })
  }, waitMs)
}
