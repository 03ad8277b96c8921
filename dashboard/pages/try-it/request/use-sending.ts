// Sends one request at a time, can stop it, and holds the result.
import { useEffect, useRef, useState } from 'react'
import { type Sending, send, type TryResponse } from './send.ts'

export interface Outcome {
  readonly running: boolean
  /** The response to the last completed request. It stays while the next request runs. */
  readonly response: TryResponse | null
  /** The reason why the last request got no response. */
  readonly failure: string | null
}

const nothingYet: Outcome = { running: false, response: null, failure: null }

export function useSending() {
  const [outcome, setOutcome] = useState<Outcome>(nothingYet)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  /** Resolves to the response; null if there is none, or if the request was superseded or stopped. */
  const start = async (request: Omit<Sending, 'signal'>): Promise<TryResponse | null> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setOutcome(before => ({ ...before, running: true, failure: null }))
    const response = await send({ ...request, signal: controller.signal }).catch(() => null)
    if (current.current !== controller) return null
    current.current = null
    const failure = 'Could not reach the server. Check that it is running, then try again.'
    setOutcome(
      response ? { running: false, response, failure: null } : { running: false, response: null, failure },
    )
    return response
  }

  const stop = () => {
    current.current?.abort()
    current.current = null
    setOutcome({ running: false, response: null, failure: 'Stopped before the response was complete.' })
  }

  return { outcome, start, stop }
}
