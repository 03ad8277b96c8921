// Says what could not be done where no form and no dialog is open to say it.
import { notifications } from '@mantine/notifications'

/** Stays until it is closed: how long it takes to read is not known. */
export function showFailure(message: string, title?: string): void {
  notifications.show({ color: 'red', title, message, autoClose: false })
}
