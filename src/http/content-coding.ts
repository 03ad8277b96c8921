// Which content coding an answer gets (RFC 9110, section 12.5.3).
import Negotiator from 'negotiator'

export type Coding = 'zstd' | 'br' | 'gzip'

/** The option came with negotiator 1.0; its published types are older. */
interface EncodingNegotiator {
  encodings(available: string[], options?: { preferred: string[] }): string[]
}

/** Of those that there are, in our order of preference, which counts where the client has none; null is none of them. */
export function chooseCoding<Available extends Coding>(
  request: Request,
  codings: readonly Available[],
): Available | null {
  return chooseFrom(request.headers.get('Accept-Encoding'), codings)
}

/** The same for the header's value. */
export function chooseFrom<Available extends Coding>(
  header: string | null | undefined,
  codings: readonly Available[],
): Available | null {
  if (!header) return null
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const [chosen] = negotiator.encodings([...codings, 'identity'], { preferred: [...codings, 'identity'] })
  return codings.find(coding => coding === chosen) ?? null
}
