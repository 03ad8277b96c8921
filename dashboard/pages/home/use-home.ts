// Loads all data of the home page together, so that it appears at once and the layout does not move.
import { useActivity } from '../../api/activity.ts'
import { useAllCollections, useCollections, useContentTotals, useEntries } from '../../api/content/content.ts'
import { useContentActivity } from '../../api/content/content-activity.ts'
import { useFailedSchedules, useNextSchedules } from '../../api/content/schedules.ts'
import { useHasRight } from '../../api/space.ts'

/** The same number as in the sidebar, so that both share one request. */
const collectionsShown = 50
const entriesShown = 5
const schedulesShown = 4
/** More than are shown, because several saves of one entry become one row. */
const activityRead = 20
/** The maximum number of entries that are counted by collection. Beyond it, only the collections are named. */
const countedMax = 200

export type Home = ReturnType<typeof useHome>

export function useHome() {
  const canWrite = useHasRight('write')
  const collections = useCollections(1, collectionsShown)
  const hasMore = (collections.data?.count ?? 0) > collectionsShown
  const all = useAllCollections({ enabled: hasMore })
  const edited = useEntries({ updatedBy: 'me', perPage: entriesShown }, { enabled: canWrite })
  const changed = useEntries({ state: 'changed', perPage: countedMax })
  const drafts = useEntries({ state: 'draft', perPage: countedMax })
  const failed = useFailedSchedules()
  const next = useNextSchedules(schedulesShown)
  const totals = useContentTotals()
  const activity = useActivity()
  const latest = useContentActivity(1, {}, activityRead)
  const others = [collections, changed, drafts, failed, next, totals, activity, latest]
  const list = all.data ?? collections.data?.list ?? []
  return {
    ...{ canWrite, edited, changed, drafts, failed, next, totals, activity, latest },
    collections: list,
    isEmpty: collections.data?.count === 0,
    isLoading:
      (canWrite && edited.isPending) ||
      (hasMore && all.isPending) ||
      others.some(({ isPending }) => isPending),
    toName: (apiName: string) => list.find(one => one.apiName === apiName)?.name ?? apiName,
  }
}
