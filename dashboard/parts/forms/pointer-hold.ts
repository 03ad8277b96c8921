// Delays changes of messages while a pointer is down. A message that appeared or disappeared between press and release
// would move the elements below it, and the click would miss.
import { type ReactNode, useEffect, useReducer, useRef } from 'react'

let isDown = false
const listeners = new Set<() => void>()

function press(): void {
  isDown = true
}

/** Runs after the click, which follows in the same task. */
function release(): void {
  setTimeout(() => {
    isDown = false
    for (const listener of listeners) listener()
  })
}

let isWatching = false

function watchPointer(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('pointerdown', press, true)
  for (const event of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(event, release, true)
  // The pointer may be released outside the window.
  window.addEventListener('blur', release)
}

/** Returns the value, or the previous one while a pointer is down. */
export function usePointerHeld<Value>(value: Value): Value {
  const held = useRef(value)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  if (!isDown) held.current = value
  const isBehind = held.current !== value
  useEffect(watchPointer, [])
  useEffect(() => {
    if (!isBehind) return
    listeners.add(renderAgain)
    if (!isDown) renderAgain()
    return () => void listeners.delete(renderAgain)
  }, [isBehind])
  return held.current
}

/** Does the same for elements, such as notes below an input. */
export function Held({ children }: { readonly children: ReactNode }): ReactNode {
  return usePointerHeld(children)
}
