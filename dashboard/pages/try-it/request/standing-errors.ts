// The errors of the last response that still hold for what the form has now: those whose parameter is as it was sent. So
// correcting one parameter does not hide what is wrong with another. No React here.
import type { FieldError } from '../../../api/request.ts'
import { type ReadResponse, readProblem } from './read-problem.ts'
import { type TryRequest, toApiPath, toSearch } from './try-request.ts'

interface SentResponse extends ReadResponse {
  /** Of the request, starting with `/api/`. */
  readonly path: string
}

export function listStandingErrors(
  response: SentResponse | null,
  request: TryRequest,
): readonly FieldError[] {
  const errors = response ? (readProblem(response)?.errors ?? []) : []
  if (response === null || errors.length === 0) return []
  const [address, query] = response.path.split('?')
  if (address !== toApiPath({ ...request, conditions: [] })?.split('?')[0]) return []
  const sent = new URLSearchParams(query)
  const now = new URLSearchParams(toSearch(request))
  const isAsSent = (name: string) =>
    now.has(name) && JSON.stringify(now.getAll(name)) === JSON.stringify(sent.getAll(name))
  return errors.filter(({ name }) => isAsSent(name))
}

/** The messages about a parameter as sentences; null if there are none. */
export function toErrorText(errors: readonly FieldError[]): string | null {
  if (errors.length === 0) return null
  return errors.map(({ message }) => `${message.replace(firstWord, toCapital)}.`).join(' ')
}

/** Messages that begin with a name keep it as it is written. */
const firstWord = /^(?:a|choose|is|lists|must|needs|none|passes|the|there)\b/

function toCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Whether the error is about the name: messages about lists of names begin with it. */
export function isAbout({ message }: FieldError, name: string): boolean {
  return name !== '' && message.startsWith(`${name.replace(/^-/, '')}: `)
}

/** Replaces the name that the error is about by the suggested one. */
export function replaceName(names: readonly string[], error: FieldError): readonly string[] {
  const { didYouMean } = error
  if (didYouMean === undefined) return names
  return [...new Set(names.map(name => (isAbout(error, name) ? didYouMean : name)))]
}
