// Uploads in words: how far they are, and why one failed. No React here.
import { ApiProblem } from '../api/request.ts'
import type { sumUploads, UploadResult } from '../api/uploads.ts'
import { toSizeText } from './file-words.ts'

const reasons: Readonly<Record<string, string>> = {
  offline: 'The connection was lost.',
  file_unreadable: 'The file cannot be read on this device any more. Choose it again.',
  store_unavailable: 'The server cannot reach its store of files at the moment.',
  storage_full: 'The server has no room left for files. Tell the person who runs it.',
  overloaded: 'The server is busy at the moment.',
  session_required: 'You are signed out. Sign in again, then try again.',
  role_required: 'Your role may not upload files.',
  space_not_found: 'You are no longer a member of this space.',
}

/** Sentences, for people who do not know the server. */
export function explainUpload(error: unknown, size: number): string {
  if (!(error instanceof ApiProblem)) return 'Something unexpected happened in the dashboard.'
  const { code, detail } = error
  if (code === 'asset_too_large') {
    const limit = /(\d+) bytes/.exec(detail)?.[1]
    const most = limit === undefined ? '' : `, and this server takes at most ${toSizeText(Number(limit))}`
    return `Too large: it has ${toSizeText(size)}${most}.`
  }
  // The server's message continues a sentence about the body.
  if (code === 'invalid_body') return `The file ${error.errors[0]?.message ?? 'cannot be used'}.`
  return reasons[code] ?? detail
}

export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`
}

/** `Uploading 3 files`, `3 files uploaded, 1 failed`. */
export function describeUploads({ active, done, failed }: ReturnType<typeof sumUploads>): string {
  if (active > 0) return `Uploading ${countFiles(active)}`
  const words = [
    ...(done > 0 ? [`${countFiles(done)} uploaded`] : []),
    ...(failed > 0 ? [`${done > 0 ? failed : countFiles(failed)} failed`] : []),
  ]
  return words.join(', ')
}

/** What is worth knowing of a file that has arrived; empty if nothing is. */
export function describeResult({ isKnown, metadataRemoved }: UploadResult): string {
  if (isKnown) return 'The library had this file already.'
  return metadataRemoved ? 'Place, device and other data of the photo were removed.' : ''
}
