// The final authorization check of a write, inside the transaction that writes. The guard has checked before, but the
// body may arrive slowly and the transaction may wait for its turn, so rights can change in between.
import { Problem } from '../base/errors.ts'
import type { Role } from '../base/member.ts'
import { query, readsWithin, type Writes } from '../database/database.ts'
import { engineOf } from '../database/engine.ts'
import { type Principal, type Right, rolesWith } from './rights.ts'

/**
 * The first statement of a transaction that writes on behalf of `principal`. Returns the principal with its current
 * role. On PostgreSQL the session and the membership are locked until the transaction ends: a transaction that
 * removes them runs either before or after this one. A session that expires during its request still counts.
 */
export async function requireRight<Caller extends Principal>(
  writes: Writes,
  principal: Caller,
  right: Right,
): Promise<Caller> {
  await requireSession(writes, principal.sessionId)
  const { userId, space } = principal
  const member = await readsWithin(writes).first(
    query
      .selectFrom('member')
      .select('role')
      .where('space', '=', space)
      .where('user', '=', userId)
      .$if(engineOf(writes) === 'postgres', rows => rows.forShare()),
  )
  if (!member) throw notMember()
  const role = member.role as Role
  const allowed = rolesWith(right)
  if (!allowed.includes(role)) throw roleRequired(allowed)
  return { ...principal, role }
}

/** The same check for writes that need a session but no role. */
export async function requireSession(writes: Writes, id: string): Promise<void> {
  const session = await readsWithin(writes).first(
    query
      .selectFrom('session')
      .select('id')
      .where('id', '=', id)
      .$if(engineOf(writes) === 'postgres', rows => rows.forShare()),
  )
  if (!session) throw sessionRequired()
}

export function sessionRequired(): Problem {
  return new Problem('session_required', 'Sign in first: POST /api/auth/sign-in/email.')
}

export function notMember(): Problem {
  return new Problem(
    'role_required',
    'You are not a member of the current space. Name another one in the header Frontlist-Space.',
  )
}

export function roleRequired(allowed: readonly Role[]): Problem {
  return new Problem('role_required', `This requires the role ${allowed.join(' or ')} in the space.`)
}
