// Returns the errors of the last response whose parameters have not changed in the form since. Correcting one parameter
// therefore does not hide the errors of another.
import type { FieldError } from '../../../api/request.ts'
import { type TryRequest, toApiPath, toSearch } from './try-request.ts'

interface SentResponse extends ReadResponse {
  /** The path of the request, starting with `/api/`. */
  readonly path: string
}

export function listStandingErrors(
  response: SentResponse | null,
  request: TryRequest,
): readonly FieldError[] {
  const errors = response ? (readProblem(response)?.errors ?? []) : []
  if (response === null || errors.length === 0) return []
  const [path, query] = response.path.split('?')
  if (path !== toApiPath({ ...request, conditions: [] })?.split('?')[0]) return []
  const sent = new URLSearchParams(query)
  const now = new URLSearchParams(toSearch(request))
  const isAsSent = (name: string) =>
    now.has(name) && JSON.stringify(now.getAll(name)) === JSON.stringify(sent.getAll(name))
  return errors.filter(({ name }) => isAsSent(name))
}

/** Returns the messages about a parameter as sentences; null if there are none. */
export function toErrorText(errors: readonly FieldError[]): string | null {
  if (errors.length === 0) return null
  return errors.map(({ message }) => `${message.replace(firstWord, toCapital)}.`).join(' ')
}

/** The words that are capitalized at the beginning of a message. Messages that begin with a name keep its spelling. */
const firstWord = /^(?:a|choose|is|lists|must|needs|none|passes|the|there)\b/

function toCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Checks whether the error is about the name. Messages about lists of names begin with the name. */
export function isAbout({ message }: FieldError, name: string): boolean {
  return name !== '' && message.startsWith(`${name.replace(/^-/, '')}: `)
}

/** Replaces the name that the error is about with the suggested one. */
export function replaceName(names: readonly string[], error: FieldError): readonly string[] {
  const { didYouMean } = error
  if (didYouMean === undefined) return names
  return [...new Set(names.map(name => (isAbout(error, name) ? didYouMean : name)))]
}

/** The required part of a response. */
interface ReadResponse {
  readonly status: number
  readonly json: unknown
}

interface Problem {
  /** The URL of the code's description. */
  readonly type: string
  readonly title: string
  readonly detail: string
  readonly code: string
  readonly errors: readonly FieldError[]
}

/** Returns null if the response is not a problem document. */
export function readProblem({ status, json }: ReadResponse): Problem | null {
  if (status < 400 || typeof json !== 'object' || json === null) return null
  const { type = '', title = '', detail = '', code = '', errors = [] } = json as Partial<Problem>
  return { type, title, detail, code, errors }
}
