// Reads HTTP/1.1 answers off a connection and compares each to the one that is expected, byte by byte, with no copy of
// a body: it has to be much cheaper than the servers that it measures.

/** What the next answer has to be. */
export interface ExpectedAnswer {
  readonly target: string
  readonly status: number
  /** As right as the other. */
  readonly otherStatus?: number
  /** Null where the answer has none. */
  readonly etag: string | null
  /** Null: any will do, as long as all of it comes, and any ETag. */
  readonly body: Uint8Array | null
}

const headEnd = Buffer.from('\r\n\r\n')
const headBytesMax = 16 * 1024

export class AnswerReader {
  #expected: ExpectedAnswer | null = null
  /** A head that came in pieces, as far as it is there. */
  #head: Buffer | null = null
  /** Bytes of the body that have been compared; null while the head is not complete. */
  #compared: number | null = null
  #length = 0

  expect(answer: ExpectedAnswer): void {
    this.#expected = answer
  }

  /** True once the expected answer is complete; throws where it is another. */
  read(chunk: Buffer): boolean {
    const expected = this.#expected
    if (expected === null) throw new Error(`${chunk.length} bytes arrived that nobody asked for.`)
    const body = this.#compared === null ? this.#readHead(chunk, expected) : chunk
    if (body === null || this.#compared === null) return false
    const end = this.#compared + body.length
    if (end > this.#length) throw this.#wrong('a body that is too long')
    if (expected.body && body.length > 0 && body.compare(expected.body, this.#compared, end) !== 0)
      throw this.#wrong('other bytes')
    this.#compared = end
    if (end < this.#length) return false
    this.#expected = null
    this.#compared = null
    return true
  }

  /** What follows the head, or null while it is incomplete. */
  #readHead(chunk: Buffer, expected: ExpectedAnswer): Buffer | null {
    const bytes = this.#head === null ? chunk : Buffer.concat([this.#head, chunk])
    const end = bytes.indexOf(headEnd)
    if (end < 0) {
      if (bytes.length > headBytesMax) throw this.#wrong('an endless head')
      this.#head = Buffer.from(bytes)
      return null
    }
    this.#head = null
    const head = bytes.toString('latin1', 0, end)
    const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    if (status !== expected.status && status !== expected.otherStatus) throw this.#wrong(`status ${status}`)
    const { etag, body } = expected
    if (body && header(head, /\r\netag: *([^\r]*)/i) !== etag) throw this.#wrong('another ETag')
    const length = status === 304 ? '0' : header(head, /\r\ncontent-length: *(\d+)/i)
    if (length === null || (body && length !== String(body.length)))
      throw this.#wrong(`Content-Length ${length}`)
    this.#length = Number(length)
    this.#compared = 0
    return bytes.subarray(end + headEnd.length)
  }

  #wrong(what: string): Error {
    return new Error(`${this.#expected?.target} was answered with ${what}.`)
  }
}

function header(head: string, pattern: RegExp): string | null {
  return pattern.exec(head)?.[1] ?? null
}
