// The response to paths of files that lead nowhere: the same for a file that is not published, for one of another space
// and for one that there never was.
import { Problem } from '../../base/errors/errors.ts'

export function fileNotFound(): Problem {
  return new Problem('asset_not_found', 'No published content shows a file at this path.', {
    headers: { 'Access-Control-Allow-Origin': '*' },
  })
}
