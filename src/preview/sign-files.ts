// Gives files that only drafts show an address in a preview that delivers them: a signed one, for one or two hours.
import type { SpaceId } from '../base/ids.ts'
import type { Reads } from '../database/database.ts'
import { listPublicFiles } from './public-files.store.ts'

/** Returns the first segment of the signed address of a file, below `/assets/`. */
export type SignFile = (file: {
  readonly space: SpaceId
  readonly sha256: string
  readonly filename: string
}) => string

interface SignContext {
  readonly reads: Reads
  readonly space: SpaceId
  readonly signFile: SignFile
}

/** Matches the address of an asset in compiled values. No other slash is escaped there, so no text looks like it. */
const addressPattern = /"url":"\\\/assets\/[^/"]+\/([0-9a-f]{64})\/([^"]*)"/g

/** Returns a function that signs the addresses in these texts, except those of files that live content shows. */
export async function createAddressSigner(
  { reads, space, signFile }: SignContext,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const hashes = new Set(texts.flatMap(text => [...text.matchAll(addressPattern)].map(([, hash]) => hash!)))
  if (hashes.size === 0) return text => text
  const rows = await listPublicFiles(reads, space, [...hashes])
  const shown = new Set(rows.map(({ blob, filename }) => `${blob}/${encodeURIComponent(filename ?? '')}`))
  return text =>
    text.replaceAll(addressPattern, (address, sha256: string, encoded: string) => {
      if (shown.has(`${sha256}/${encoded}`)) return address
      const segment = signFile({ space, sha256, filename: decodeURIComponent(encoded) })
      return `"url":"\\/assets/${segment}/${sha256}/${encoded}"`
    })
}
