// Describes the progress and errors of uploads. No React here.

import type { sumUploads, UploadResult } from '../../api/media/uploads.ts'
import { ApiProblem } from '../../api/request.ts'
import { isUnshownPicture, nameAccepted, toSizeText } from '../file-words.ts'

const reasons: Readonly<Record<string, string>> = {
  offline: 'The connection was lost.',
  file_unreadable: 'The file can no longer be read on this device. Choose it again.',
  store_unavailable: 'The server cannot reach its file store at the moment.',
  storage_full: 'The server has no room left for files. Tell the person who runs it.',
  overloaded: 'The server is busy at the moment.',
  session_required: 'You are signed out. Sign in again, then try again.',
  role_required: 'Your role cannot upload files.',
  space_not_found: 'You are no longer a member of this space.',
}

/** Returns sentences for users who do not know the server. */
export function explainUpload(error: unknown, size: number): string {
  if (!(error instanceof ApiProblem)) return 'Something unexpected happened in the dashboard.'
  const { code, detail } = error
  if (code === 'asset_too_large') {
    const limit = /(\d+) bytes/.exec(detail)?.[1]
    const most = limit === undefined ? '' : `, and this server takes at most ${toSizeText(Number(limit))}`
    return `Too large: it has ${toSizeText(size)}${most}.`
  }
  if (code === 'invalid_body') return explainBody(error.errors[0]?.message ?? 'cannot be used')
  return reasons[code] ?? detail
}

/** Converts the server's message, which continues a sentence about the body. */
function explainBody(message: string): string {
  if (/^(?:stopped|ended)\b/.test(message)) return reasons.offline!
  return message.includes('cannot be read')
    ? 'The picture is damaged or incomplete. Open it on your device and save it again.'
    : `The file ${message}.`
}

export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`
}

/** For example `Uploading 3 files` or `3 files uploaded, 1 failed`. */
export function describeUploads({ active, done, failed }: ReturnType<typeof sumUploads>): string {
  if (active > 0) return `Uploading ${countFiles(active)}`
  const words = [
    ...(done > 0 ? [`${countFiles(done)} uploaded`] : []),
    ...(failed > 0 ? [`${done > 0 ? failed : countFiles(failed)} failed`] : []),
  ]
  return words.join(', ')
}

const unshownWords =
  'Browsers do not show pictures of this kind. To use it as a picture, save it as JPEG first.'

/** Returns a remark about an uploaded file; empty if there is none. */
export function describeResult({
  isKnown,
  metadataRemoved,
  asset,
  warnings,
}: Omit<UploadResult, 'key'>): string {
  if (warnings.length > 0) return joinWarnings(warnings)
  if (isUnshownPicture(asset)) return unshownWords
  if (isKnown) return 'The library had this file already.'
  return metadataRemoved ? 'Place, device and other data of the photo were removed.' : ''
}

export function joinWarnings(warnings: UploadResult['warnings']): string {
  return warnings.map(({ message }) => message).join(' ')
}

/** Returns the name and warnings of the first file that visitors may not see; empty if there is none. */
export function warnOfFiles(results: readonly UploadResult[]): string {
  const found = results.find(({ warnings }) => warnings.length > 0)
  return found ? `“${found.asset.filename}”: ${joinWarnings(found.warnings)}` : ''
}

/** Returns the remarks about many uploaded files. */
export function describeResults(results: readonly UploadResult[]): string {
  const count = (is: (result: UploadResult) => boolean) => results.filter(is).length
  const [known, cleaned, unshown] = [
    count(({ isKnown }) => isKnown),
    count(({ metadataRemoved, isKnown }) => metadataRemoved && !isKnown),
    count(({ asset, warnings }) => isUnshownPicture(asset) && warnings.length === 0),
  ]
  return [
    warnOfFiles(results),
    known > 0 ? `The library had ${countFiles(known)} already.` : '',
    cleaned > 0 ? `Place, device and other data of ${countPhotos(cleaned)} were removed.` : '',
    unshown > 0 ? `Browsers do not show ${countPhotos(unshown)} of them: save such as JPEG first.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function countPhotos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`
}

/** Explains why an uploaded file is not accepted by this rule. */
export function explainMisfit(
  asset: UploadResult['asset'],
  accept: readonly string[] | undefined,
  place = 'this field',
): string {
  const words = `“${asset.filename}” is in the library, and not here: ${place} takes ${nameAccepted(accept)}.`
  return isUnshownPicture(asset) ? `${words} ${unshownWords}` : words
}

/** Explains that the field has room for only some of the files; empty if all fit. */
export function explainRoom(names: readonly string[], room: number): string {
  if (room === 0) return 'The list is full: nothing was added.'
  return names.length <= room
    ? ''
    : room === 1
      ? `There is room for one file: only “${names[0]}” was taken.`
      : `There is room for ${room} files: the first ${room} of ${names.length} were taken.`
}
