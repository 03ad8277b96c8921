// The errors for callers without sufficient rights. Guards throw them, and so do transactions that check a right again.
import type { Caller, Role } from '../base/caller.ts'
import { Problem } from '../base/errors.ts'
import type { Scope } from '../base/scopes.ts'
import { type ContentRight, type Right, rightsOf, rolesWith, scopeFor } from './rights.ts'

/** Throws unless the caller, as it was loaded, has all of the rights. */
export function assertRights(caller: Caller, rights: readonly Right[]): void {
  const has = rightsOf(caller)
  if (rights.every(right => has.includes(right))) return
  if (caller.kind === 'user') throw roleRequired(rolesWithAll(rights))
  throw insufficientScope(rights.filter(isContentRight).map(scopeFor), caller.scopes)
}

export function isContentRight(right: Right): right is ContentRight {
  return !right.includes('.')
}

function rolesWithAll([first, ...others]: readonly Right[]): readonly Role[] {
  if (first === undefined) return []
  return rolesWith(first).filter(role => others.every(right => rolesWith(right).includes(role)))
}

/** With `orKey`, the response says that the endpoint also accepts an API key (RFC 9110, section 11.6.1). */
export function sessionRequired({ orKey = false }: { readonly orKey?: boolean } = {}): Problem {
  const signIn = 'Sign in first: POST /api/auth/sign-in/email'
  if (!orKey) return new Problem('session_required', `${signIn}.`)
  return new Problem('session_required', `${signIn}, or send an API key.`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

export function notMember(): Problem {
  return new Problem(
    'role_required',
    'You are not a member of the current space. Name another one in the header Frontlist-Space.',
  )
}

export function roleRequired(allowed: readonly Role[], space = 'the space'): Problem {
  return new Problem('role_required', `This requires the role ${allowed.join(' or ')} in ${space}.`)
}

/** The text names the scopes that the key lacks; the header names all that are required (RFC 6750, section 3.1). */
export function insufficientScope(needed: readonly Scope[], held: readonly Scope[]): Problem {
  const missing = needed.filter(scope => !held.includes(scope))
  const named = missing.length === 1 ? `the scope ${missing[0]}` : `the scopes ${missing.join(' and ')}`
  return new Problem('insufficient_scope', `This API key does not have ${named}.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` },
  })
}

const invalidKeys = {
  api_key_invalid: 'The API key is malformed or unknown.',
  api_key_expired: 'The API key has expired.',
  api_key_revoked: 'The API key was revoked.',
  preview_link_expired: 'The preview has expired. Ask the person who shared it for a new link.',
  preview_link_revoked:
    'The preview has ended: its link was revoked, its maker has lost the right to it, or signed out.',
} as const

export function invalidKey(code: keyof typeof invalidKeys, detail: string = invalidKeys[code]): Problem {
  return new Problem(code, detail, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  })
}
