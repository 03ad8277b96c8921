// The request as a program with the typed client, and the types of the space that it imports. No React here. The
// generator of types is loaded when a snippet is shown.
import { generateTypes } from '../../../../client/src/codegen/generate-types.ts'
import { quote } from '../../../../client/src/codegen/type-names.ts'
import type { QueryModel } from '../request/query-models.ts'
import type { TryRequest } from '../request/try-request.ts'
import { toClientCall } from './client-call.ts'

interface ClientParts {
  /** The server's. */
  readonly origin: string
  /** Null uses the variable `FRONTLIST_KEY` in place of the secret. */
  readonly key: string | null
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
}

/** The call, and the file `frontlist.ts` of its types: null if the space does not have the collection. */
export function toClientSnippet({ origin, key, request, models }: ClientParts) {
  const isTyped = models.some(({ apiName }) => apiName === request.collection)
  const secret = key === null ? 'process.env.FRONTLIST_KEY!' : quote(key)
  const program = `import { createClient } from '@frontlist/client'
${isTyped ? "import type { Model } from './frontlist'\n" : ''}
const client = createClient${isTyped ? '<Model>' : ''}({ url: ${quote(origin)}, key: ${secret} })

${toClientCall(request, models)}`
  return { program, types: isTyped ? generateTypes({ collections: models }, { url: origin }) : null }
}
