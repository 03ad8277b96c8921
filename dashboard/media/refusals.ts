// Why a change of a file was refused, in words. No React here.
import { ApiProblem } from '../api/request.ts'

/** Undefined where the server's own words are as good. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  if (error.status === 403)
    return 'Published or scheduled content shows this file, so changing it requires the right to publish. Ask an editor.'
  return error.code === 'asset_not_found' ? 'The file was deleted meanwhile.' : undefined
}
