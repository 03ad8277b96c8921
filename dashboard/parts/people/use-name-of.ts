// Names actors relative to the signed-in user.
import type { Actor } from '../../../src/base/actor.ts'
import { useSession } from '../../api/accounts/session.ts'
import { describeBy } from './person-name.ts'

/** Returns `you` for the signed-in user, otherwise the result of `describeBy`. */
export function useNameOf(): (by: Actor | null) => string {
  const { data } = useSession()
  return by => (by?.kind === 'user' && by.name === data?.user.email ? 'you' : describeBy(by))
}
