// Who did something, in words.
import type { Actor } from '../../../src/base/actor.ts'
import { useSession } from '../../api/accounts/session.ts'
import { describeBy } from './person-name.ts'

/** `you`, or what `describeBy` says. */
export function useNameOf(): (by: Actor | null) => string {
  const { data } = useSession()
  return by => (by?.kind === 'user' && by.name === data?.user.email ? 'you' : describeBy(by))
}
