// Keeps messages as they are while a pointer is down: one that came or went between pressing and releasing would move what
// is below it, and the click would miss.
import { type ReactNode, useEffect, useReducer, useRef } from 'react'

let isDown = false
const listeners = new Set<() => void>()

function press(): void {
  isDown = true
}

/** After the click, which follows in the same task. */
function release(): void {
  setTimeout(() => {
    isDown = false
    for (const listener of listeners) listener()
  })
}

document.addEventListener('pointerdown', press, true)
for (const event of ['pointerup', 'pointercancel', 'dragend']) document.addEventListener(event, release, true)
// The pointer may be released outside of the window.
window.addEventListener('blur', release)

/** The value, or while a pointer is down the one from before. */
export function usePointerHeld<Value>(value: Value): Value {
  const held = useRef(value)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  if (!isDown) held.current = value
  const isBehind = held.current !== value
  useEffect(() => {
    if (!isBehind) return
    listeners.add(renderAgain)
    if (!isDown) renderAgain()
    return () => void listeners.delete(renderAgain)
  }, [isBehind])
  return held.current
}

/** The same for elements, such as notes below an input. */
export function Held({ children }: { readonly children: ReactNode }): ReactNode {
  return usePointerHeld(children)
}
