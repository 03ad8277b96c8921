// Converts the request to a program with the typed client, and generates the types that it imports. The type generator is
// loaded when a snippet is shown. No React here.
import { generateTypes } from '../../../../client/src/codegen/generate-types.ts'
import { quote } from '../../../../client/src/codegen/type-names.ts'
import type { QueryModel } from '../request/query-models.ts'
import type { TryRequest } from '../request/try-request.ts'
import { toClientCall } from './client-call.ts'

interface ClientParts {
  /** The origin of the server. */
  readonly origin: string
  /** Null uses the variable `FRONTLIST_KEY` in place of the secret. */
  readonly key: string | null
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
}

/** Returns the program, and the content of its `frontlist.ts`: null if the space does not have the collection. */
export function toClientSnippet({ origin, key, request, models }: ClientParts) {
  const isTyped = models.some(({ apiName }) => apiName === request.collection)
  const secret = key === null ? 'process.env.FRONTLIST_KEY!' : quote(key)
  const program = `import { createClient } from '@frontlist/client'
${isTyped ? "import type { Model } from './frontlist'\n" : ''}
const client = createClient${isTyped ? '<Model>' : ''}({ url: ${quote(origin)}, key: ${secret} })

${toClientCall(request, models)}`
  return { program, types: isTyped ? generateTypes({ collections: models }, { url: origin }) : null }
}
