// Milliseconds that never go back and leave nothing out: the system's monotonic clock stands still while the machine is
// suspended, and a lease would last through it; its wall clock is set back at times, and a lease would not end.

/** Follows whichever of the two has gone further. A wall clock that is set forward costs a question, no more. */
export function steadyClock(monotonic: () => number, wall: () => number): () => number {
  let [lastMonotonic, lastWall, now] = [monotonic(), wall(), 0]
  return () => {
    const [nextMonotonic, nextWall] = [monotonic(), wall()]
    now += Math.max(nextMonotonic - lastMonotonic, nextWall - lastWall)
    lastMonotonic = nextMonotonic
    lastWall = nextWall
    return now
  }
}
