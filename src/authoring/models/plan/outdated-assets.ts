// Whether a model change that was prepared beside others has to be prepared again because of assets that changed meanwhile.
import type { SpaceId } from '../../../base/ids.ts'
import { listActivitySince } from '../../../content/tables/activity.store.ts'
import { mayNameAssets } from '../../../content/values/asset-names.ts'
import type { Writes } from '../../../database/database.ts'
import type { ModelPlan } from '../model-plan.ts'

/** Values that name assets were finished, and drafts judged, with the assets as they were. */
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
