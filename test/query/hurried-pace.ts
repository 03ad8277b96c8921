// A pace whose clock moves on at each look, so that every pause is made, however fast the machine is.
import { Pace } from '../../src/query/scan/pace.ts'

export function hurriedPace(signal: AbortSignal): Pace {
  let now = 0
  return new Pace(signal, () => (now += 1000))
}
