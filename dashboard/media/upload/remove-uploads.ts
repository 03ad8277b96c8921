// Cancels or removes uploads from a button that disappears with them, and keeps the focus nearby. No React here.
import { notifications } from '@mantine/notifications'
import { isActive } from '../../api/media/uploads.ts'
import { uploads } from '../../api/media/use-uploads.ts'
import { keepFocus } from '../../parts/dialogs/keep-focus.ts'
import { countFiles } from './upload-words.ts'

/** Moves the focus to the next or previous upload, or else to the surrounding field, dialog or page. */
export function removeUploads(button: HTMLElement, keys: readonly number[]): void {
  const row = button.closest('.upload-row')
  const next = [row?.nextElementSibling, row?.previousElementSibling].find(Boolean)
  const around = button.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('page')
  const cancelled = uploads.list().filter(upload => keys.includes(upload.key) && isActive(upload))
  uploads.remove(...keys)
  const [one] = cancelled
  if (one) {
    const what = cancelled.length === 1 ? `“${one.file.name}”` : countFiles(cancelled.length)
    notifications.show({ message: `Cancelled: ${what}` })
  }
  keepFocus(() => (next?.isConnected ? next.querySelector<HTMLElement>('.upload-remove') : null) ?? around)
}
