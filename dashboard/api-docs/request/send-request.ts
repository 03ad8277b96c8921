// Sends the request of the form with an API key, or with the session of the dashboard. No React here.
import { type Endpoint, isContent } from '../document.ts'
import { hasJsonBody, type Typed, toPath } from './samples.ts'

export interface ReceivedResponse {
  readonly status: number
  readonly milliseconds: number
  /** Indented if it is JSON. */
  readonly text: string
}

/** The content API accepts only API keys. The second path returns the same responses for a session. */
const contentPath = '/api/v1/public/content/'
const sessionContentPath = '/api/dashboard/content/'

/** The maximum number of characters shown. */
const lengthMax = 100_000

/** Sends the request, with the session if `key` is empty. Throws if the server cannot be reached. */
export async function sendRequest(endpoint: Endpoint, typed: Typed, key: string): Promise<ReceivedResponse> {
  const path = toPath(endpoint, typed)
  const isBySession = key === ''
  const address = isBySession && isContent(endpoint) ? path.replace(contentPath, sessionContentPath) : path
  const begin = performance.now()
  const response = await fetch(address, {
    method: endpoint.method,
    credentials: isBySession ? 'same-origin' : 'omit',
    cache: 'no-store',
    headers: {
      ...(isBySession ? {} : { Authorization: `Bearer ${key}` }),
      ...(hasJsonBody(endpoint) && { 'Content-Type': 'application/json' }),
    },
    ...(hasJsonBody(endpoint) && { body: typed.body }),
  })
  const text = indented(await response.text())
  const milliseconds = performance.now() - begin
  return {
    status: response.status,
    milliseconds,
    text: text.length > lengthMax ? `${text.slice(0, lengthMax)}\n…` : text,
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
