// Adds or repairs attributes in Swagger UI's markup for people who use a screen reader or the keyboard. Each row
// is a violation that axe finds without it (test/api-docs/reference-page.test.ts).

type Repair = readonly [selector: string, repair: (element: HTMLElement) => void]

const level = (value: number) => (element: HTMLElement) => element.setAttribute('aria-level', String(value))
const label = (text: string) => (element: HTMLElement) => element.setAttribute('aria-label', text)
const labelWithParameter = (text: string) => (element: HTMLElement) => {
  const row = element.closest<HTMLElement>('[data-param-name]')
  label(`${text} ${row?.dataset.paramName ?? ''}`.trim())(element)
}

const repairs: readonly Repair[] = [
  ['h3.opblock-tag, .models > h4', level(2)],
  ['.modal-ux-header h3', level(2)],
  ['.modal-ux h4', level(3)],
  ['.opblock h4', level(3)],
  ['.opblock h5', level(4)],
  ['table[role="region"]', element => element.removeAttribute('role')],
  ['.body-param__text', label('Request body')],
  ['.parameters textarea', labelWithParameter('Value of')],
  ['.examples-select-element', labelWithParameter('Example of')],
  ['.close-modal', label('Close')],
  // Its label differs from its visible text, which users of speech input say.
  ['.modal-btn.authorize[aria-label]', element => element.removeAttribute('aria-label')],
  ['.modal-btn.btn-done[aria-label]', element => element.removeAttribute('aria-label')],
]

/** Repairs the markup now, and again whenever the page renders. */
export function repairMarkup(root: HTMLElement): void {
  const repairAll = () => {
    for (const [selector, repair] of repairs) {
      for (const element of root.querySelectorAll<HTMLElement>(selector)) repair(element)
    }
  }
  new MutationObserver(repairAll).observe(root, { childList: true, subtree: true })
  repairAll()
}
