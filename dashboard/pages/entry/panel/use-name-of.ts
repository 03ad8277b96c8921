// Who did something, in words.
import type { By } from '../../../../src/base/by.ts'
import { useSession } from '../../../api/session.ts'

const kinds: Partial<Record<By['kind'], string>> = { import: 'an import', schedule: 'the schedule' }

/** `You`, an e-mail, the name of a key, or what else it was. */
export function useNameOf(): (by: By | null) => string {
  const { data } = useSession()
  return by => {
    if (by === null) return 'Unknown'
    if (by.kind === 'user') return by.name === data?.user.email ? 'you' : by.name
    return kinds[by.kind] ?? by.name
  }
}
