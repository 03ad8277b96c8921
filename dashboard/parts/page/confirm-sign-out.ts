// Asks for confirmation before a sign-out if this device has unsaved changes of the user.
import { countUnsentEntries } from '../../api/local-drafts.ts'

const triesMax = 20
const pauseMs = 100

/** Waits up to two seconds for changes that are being saved. */
export async function confirmSignOut(user: string): Promise<boolean> {
  let unsent = await countUnsentEntries(user)
  for (let tries = 0; unsent > 0 && tries < triesMax; tries++) {
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    unsent = await countUnsentEntries(user)
  }
  if (unsent === 0) return true
  const what = unsent === 1 ? 'One entry has changes that are' : `${unsent} entries have changes that are`
  return window.confirm(
    `${what} not saved. They are kept on this device for 30 days, only for you: sign in here and open the entry to save them. Sign out now?`,
  )
}
