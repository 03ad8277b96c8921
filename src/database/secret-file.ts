// Provides the secret that signs cookies: the configured one, or a file beside an embedded database, created once and
// readable by its owner only.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../base/errors.ts'
import { type RandomBytes, randomBase62 } from '../base/ids.ts'
import { isShared } from './open.ts'

const secretLength = 43

/** Returns the secret. Nodes that share a database must share it, because each verifies cookies that another one signed. */
export function requireSecret(configured: string, databaseUrl: string, random: RandomBytes): string {
  if (configured !== '') return configured
  if (!isShared(databaseUrl)) return readOrMakeSecret(databaseUrl, random)
  throw new Refusal(
    'FRONTLIST_SECRET must be set with PostgreSQL, the same on every node, such as the output of: openssl rand -hex 32',
  )
}

/**
 * Returns the secret of the database at the URL, and creates it if needed. The file is written under another name, then
 * linked, so that it is complete or absent: two processes that start at once read the same secret.
 */
export function readOrMakeSecret(databaseUrl: string, random: RandomBytes): string {
  const path = secretFileOf(databaseUrl)
  const existing = readSecret(path)
  if (existing !== null) return existing
  const partial = `${path}.${randomBase62(random, 8)}`
  try {
    writeFileSync(partial, `${randomBase62(random, secretLength)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    try {
      linkSync(partial, path)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
    return readSecret(path) ?? ''
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      `The secret ${path} could not be created: ${reason}. Make the folder writable, or set FRONTLIST_SECRET.`,
    )
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Returns the path of the secret, whether or not it exists. */
export function secretFileOf(databaseUrl: string): string {
  return `${resolve(databaseUrl.slice('sqlite:'.length))}.secret`
}

/** Returns null if there is no file. */
export function readSecret(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text.length >= secretLength) return text
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
  throw new Refusal(
    `The secret ${path} is damaged. Delete it: \`serve\` creates another, and users sign in again.`,
  )
}
