// A monotonic clock that includes suspended time. The system's monotonic clock stops while the machine is suspended,
// which would prolong a lease; the wall clock may be set back, and a lease would not end.

/** Returns a clock that advances by the larger step of the two. A wall clock that is set forward only costs a query. */
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
