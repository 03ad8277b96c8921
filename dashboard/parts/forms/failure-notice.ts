// Reports a failure as a notification if no form or dialog is open to show it.
import { notifications } from '@mantine/notifications'

/** The notification stays until it is closed, because the reading time is unknown. */
export function showFailure(message: string, title?: string): void {
  notifications.show({ color: 'red', title, message, autoClose: false })
}
