// The errors of assets.
import { Problem } from '../base/errors.ts'

/** The same for an asset of another space and a missing one. */
export function assetNotFound(): Problem {
  return new Problem('asset_not_found', 'The space has no asset with this id.')
}
