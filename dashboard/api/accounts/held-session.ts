// Lets a page with unsaved text hold the session: when the session ends, the page stays on the screen and asks for the
// password itself.
import { useSyncExternalStore } from 'react'

/** Connects the windows of this browser, which share the session. A message is the id of the signed-in user, or null. */
const channel = new BroadcastChannel('frontlist-session')
let announced: string | null | undefined
channel.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
  announced = data
})

let holders = 0
let hasEnded = false
const listeners = new Set<() => void>()

function set(ended: boolean): void {
  if (hasEnded === ended) return
  hasEnded = ended
  for (const listener of listeners) listener()
}

/** Holds the session until the returned function is called. */
export function holdSession(): () => void {
  holders++
  return () => {
    holders--
    if (holders === 0) set(false)
  }
}

/** Returns true if a page holds the session. Such a page stays on the screen and asks the user to sign in again. */
export function reportEndedSession(): boolean {
  if (holders > 0) set(true)
  return holders > 0
}

/** Announces to the other windows that a user has signed in here, or out (null). */
export function reportSession(user: string | null): void {
  announced = user
  channel.postMessage(user)
  set(false)
}

/** Checks whether another window has announced a session other than this user's. */
export function hasBeenReplaced(user: string): boolean {
  return announced !== undefined && announced !== user
}

/** Calls `run` when a user signs in or out in another window. Returns a function that removes the listener. */
export function onOtherWindow(run: () => void): () => void {
  channel.addEventListener('message', run)
  return () => channel.removeEventListener('message', run)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns true once the session has ended while a page holds it. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded)
}
