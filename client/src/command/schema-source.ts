// Reads the schema from a server or a file. No message contains the API key.
import { readFile } from 'node:fs/promises'

/** Ends the command with exit code 1. */
export class CommandError extends Error {}

/** The server is unreachable or overloaded. `--watch` waits for it. */
export class ServerAway extends CommandError {}

export interface FetchedSchema {
  readonly model: unknown
  readonly etag: string | null
}

const timeoutMs = 30_000

export async function readSchemaFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read: ${error.code}.`)
  })
  // Some shells write a byte order mark.
  return parseJson(text.replace(/^\ufeff/, ''), file)
}

/** Requests the schema. Returns null if it still has the given ETag. */
export async function fetchSchema(
  { url, key }: { readonly url: URL; readonly key: string },
  etag: string | null,
  signal: AbortSignal,
): Promise<FetchedSchema | null> {
  const address = `${toOrigin(url)}/api/v1/public/schema`
  const headers = { Authorization: `Bearer ${key}`, ...(etag !== null && { 'If-None-Match': etag }) }
  try {
    const response = await fetch(address, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await response.text()
    if (response.status === 304) return null
    if (response.status !== 200) throw toError(response.status, text, address)
    return { model: parseJson(text, address), etag: response.headers.get('ETag') }
  } catch (error) {
    if (error instanceof CommandError || signal.aborted) throw error
    throw new ServerAway(`${toOrigin(url)} cannot be reached.`)
  }
}

/** Returns the address without a slash at its end. */
export function toOrigin({ href }: URL): string {
  return href.replace(/\/$/, '')
}

function toError(status: number, text: string, address: string): CommandError {
  if (status === 429 || status >= 500)
    return new ServerAway(`${address}: the server responds with ${status}.`)
  const { code = '', detail = '' } = readProblem(text)
  const known: Record<string, string> = {
    insufficient_scope: 'The API key in FRONTLIST_KEY needs the scope schema.read.',
    api_key_invalid: 'The API key in FRONTLIST_KEY is unknown to the server.',
    api_key_expired: 'The API key in FRONTLIST_KEY has expired.',
    api_key_revoked: 'The API key in FRONTLIST_KEY was revoked.',
  }
  if (status >= 300 && status < 400) {
    return new CommandError(`${address}: the server redirects; give the address that it redirects to.`)
  }
  return new CommandError(known[code] ?? `${address}: ${[status, code, detail].filter(Boolean).join(' ')}`)
}

function readProblem(text: string): { readonly code?: string; readonly detail?: string } {
  try {
    const { code, detail } = JSON.parse(text) as Record<string, unknown>
    return { ...(typeof code === 'string' && { code }), ...(typeof detail === 'string' && { detail }) }
  } catch {
    return {}
  }
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${place}: this is no JSON.`)
  }
}
