// Raw HTTP: sends bytes that no client library would, and returns the response bytes.
import { connect } from 'node:net'
import type { ReceivedResponse } from './responses.ts'

/**
 * All bytes of the response as Latin-1, once the server has closed the connection, or has been silent for `quietMs`
 * after sending some. The first byte may take longer: on a busy machine the server is slow.
 */
export function sendBytes(
  url: string,
  bytes: string | Uint8Array,
  quietMs = 300,
  patienceMs = 20_000,
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
    const end = () => {
      socket.destroy()
      resolve(Buffer.concat(parts).toString('latin1'))
    }
    socket.setTimeout(patienceMs, end)
    socket.on('data', (part: Buffer) => {
      socket.setTimeout(quietMs)
      parts.push(part)
    })
    socket.on('end', end)
    socket.on('close', end)
    socket.on('error', end)
    socket.on('connect', () => void socket.write(bytes))
  })
}

/** The first response in the bytes; null if there is none. */
export function parseRawResponse(received: string): ReceivedResponse | null {
  const match = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n/.exec(received)
  const headEnd = received.indexOf('\r\n\r\n')
  if (!match || headEnd < 0) return null
  const headers = new Headers()
  for (const line of received.slice(match[0].length, headEnd).split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const length = headers.get('Content-Length')
  const rest = received.slice(headEnd + 4)
  const body = length === null ? rest : rest.slice(0, Number(length))
  return { status: Number(match[1]), headers, text: Buffer.from(body, 'latin1').toString() }
}

/** A serialized GET with `Connection: close`; `lines` are additional header lines. */
export function getRequest(target: string, lines: readonly string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n')
}
