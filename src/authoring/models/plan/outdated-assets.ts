// Checks whether a prepared model change is outdated because assets changed in the meantime.
import type { SpaceId } from '../../../base/ids.ts'
import { listActivitySince } from '../../../content/tables/activity.store.ts'
import { mayNameAssets } from '../../../content/values/asset-names.ts'
import type { Writes } from '../../../database/database.ts'
import type { ModelPlan } from '../model-plan.ts'

/**
 * Converted values and draft problems depend on assets if a field can name assets, so a changed asset makes them outdated.
 */
export async function areAssetsOutdated(
  writes: Writes,
  space: SpaceId,
  plans: readonly Pick<ModelPlan, 'before' | 'after'>[],
  activity: number,
): Promise<boolean> {
  const fields = plans.flatMap(({ before, after }) => [...before.fields, ...after.fields])
  if (!fields.some(mayNameAssets)) return false
  const records = await listActivitySince(writes, space, activity)
  return records.some(({ action }) => action.startsWith('asset.'))
}
