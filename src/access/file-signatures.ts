// Signs the addresses of files that only drafts show: such an address delivers this one file until it expires.
// The address of a file is the same for an hour, so that browsers can cache it.
import { timingSafeEqual } from 'node:crypto'

interface SignedFile {
  readonly space: string
  readonly sha256: string
  readonly filename: string
}

export interface FileSignatures {
  /** Returns the first segment of the address below `/assets/`: the space, the expiry and the signature. */
  sign(file: SignedFile, now: number): string
  /** Returns the space of the file if the segment is a signature for it that has not expired, otherwise null. */
  verify(segment: string, file: Omit<SignedFile, 'space'>, now: number): string | null
}

const hourMs = 60 * 60 * 1000
const segmentPattern = /^([0-9A-Za-z]{1,64})~(\d{10})~([\w-]{43})$/

export function createFileSignatures(secret: string): FileSignatures {
  // A key of its own, so that no signature for another purpose is one of a file.
  const key = new Bun.CryptoHasher('sha256', secret).update('addresses of files').digest()
  const toSignature = ({ space, sha256, filename }: SignedFile, expiry: string): string =>
    new Bun.CryptoHasher('sha256', key)
      .update([space, expiry, sha256, filename].join('\n'))
      .digest('base64url')
  return {
    sign: (file, now) => {
      const expiry = String(((Math.floor(now / hourMs) + 2) * hourMs) / 1000)
      return `${file.space}~${expiry}~${toSignature(file, expiry)}`
    },
    verify: (segment, file, now) => {
      const [, space = '', expiry = '', signature = ''] = segmentPattern.exec(segment) ?? []
      if (space === '' || Number(expiry) * 1000 <= now) return null
      const expected = toSignature({ ...file, space }, expiry)
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? space : null
    },
  }
}
