// A page with unsaved text stays on the screen when the session ends: it holds the session, and asks for the password itself.
import { useSyncExternalStore } from 'react'

/** Between the windows of this browser, which share the session: the id of who has signed in, or null. */
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

/** Returns a function that lets go. */
export function holdSession(): () => void {
  holders++
  return () => {
    holders--
    if (holders === 0) set(false)
  }
}

/** True if a page holds the session: it stays on the screen, and asks to sign in again. */
export function reportEndedSession(): boolean {
  if (holders > 0) set(true)
  return holders > 0
}

/** Somebody has signed in here, or out. */
export function reportSession(user: string | null): void {
  announced = user
  channel.postMessage(user)
  set(false)
}

/** Whether another user has signed in in another window, as far as this one has heard. */
export function hasBeenReplaced(user: string): boolean {
  return announced !== undefined && announced !== user
}

/** Calls when somebody signs in or out in another window. Returns a function that stops it. */
export function onOtherWindow(run: () => void): () => void {
  channel.addEventListener('message', run)
  return () => channel.removeEventListener('message', run)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the session has ended under a page that holds it. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded)
}
