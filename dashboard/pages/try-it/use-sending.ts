// One request at a time: sending it, stopping it, and what came of it.
import { useEffect, useRef, useState } from 'react'
import { send, type TryResponse } from './send.ts'

export interface Outcome {
  readonly running: boolean
  /** Of the last request that was answered; kept while the next one runs. */
  readonly answer: TryResponse | null
  /** In words, where the last request came to nothing. */
  readonly failure: string | null
}

const nothingYet: Outcome = { running: false, answer: null, failure: null }

export function useSending() {
  const [outcome, setOutcome] = useState<Outcome>(nothingYet)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  /** The answer; null where there is none, or where it is not waited for any more. */
  const start = async (
    path: string,
    key: string,
    ifNoneMatch: string | null,
  ): Promise<TryResponse | null> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setOutcome(before => ({ ...before, running: true, failure: null }))
    const answer = await send({ path, key, ifNoneMatch, signal: controller.signal }).catch(() => null)
    if (current.current !== controller) return null
    current.current = null
    const failure = 'Could not reach the server. Check that it is running, then try again.'
    setOutcome(answer ? { running: false, answer, failure: null } : { running: false, answer: null, failure })
    return answer
  }

  const stop = () => {
    current.current?.abort()
    current.current = null
    setOutcome({ running: false, answer: null, failure: 'Stopped before the response was complete.' })
  }

  return { outcome, start, stop }
}
