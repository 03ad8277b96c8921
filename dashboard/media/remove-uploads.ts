// Cancels or dismisses uploads by a button that goes with them, and keeps the focus near. No React here.
import { uploads } from '../api/use-uploads.ts'
import { keepFocus } from '../parts/keep-focus.ts'

/** The focus goes to the upload in its place, otherwise to what is around the uploads: a field, a dialog, the page. */
export function removeUploads(button: HTMLElement, keys: readonly number[]): void {
  const row = button.closest('.upload-row')
  const next = [row?.nextElementSibling, row?.previousElementSibling].find(Boolean)
  const around = button.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('page')
  uploads.remove(...keys)
  keepFocus(() => (next?.isConnected ? next.querySelector<HTMLElement>('.upload-remove') : null) ?? around)
}
