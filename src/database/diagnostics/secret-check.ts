// Checks that the secret that signs sessions exists and is readable by its owner only.
import { readFileSync, statSync } from 'node:fs'
import { isShared } from '../open.ts'
import { isWholeSecret, secretFileOf } from '../secret-file.ts'
import { check, type Diagnostic } from './diagnostic.ts'

/** `secret` is the value of FRONTLIST_SECRET, empty if it is not set. */
export function checkSecret(databaseUrl: string, secret: string): Diagnostic {
  const result = check('secret')
  if (secret !== '') return result.ok('FRONTLIST_SECRET is set.')
  if (isShared(databaseUrl)) {
    return result.failed(
      'FRONTLIST_SECRET is not set.',
      'Set it to the same value on every node, such as the output of: openssl rand -hex 32',
    )
  }
  const file = secretFileOf(databaseUrl)
  try {
    if (!isWholeSecret(readFileSync(file, 'utf8'))) {
      return result.failed(
        `${file} is damaged.`,
        'Delete it; `serve` creates another, and users sign in again.',
      )
    }
    if ((statSync(file).mode & 0o077) !== 0) {
      return result.failed(
        `Other users can read or change ${file}, and so create sessions.`,
        `Run: chmod 600 ${file}. If somebody may have read it, delete it; users sign in again.`,
      )
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') {
      return result.warning(`${file} does not exist.`, '`serve` creates it; existing sessions end.')
    }
    return result.failed(
      `${file} cannot be read: ${(error as Error).message}.`,
      'Run this as the owner of the file.',
    )
  }
  return result.ok(`${file} is readable by its owner only.`)
}
