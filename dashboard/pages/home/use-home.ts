// All that the home page shows, loaded together: it appears at once, and nothing on it moves.
import { useActivity } from '../../api/activity.ts'
import { useAllCollections, useCollections, useContentTotals, useEntries } from '../../api/content/content.ts'
import { useContentActivity } from '../../api/content/content-activity.ts'
import { useFailedSchedules, useNextSchedules } from '../../api/content/schedules.ts'
import { useHasRight } from '../../api/space.ts'

/** As many as the sidebar shows, so both are one request, which most spaces need only. */
const collectionsShown = 50
const entriesShown = 5
const schedulesShown = 4
/** More than are shown: saves of one entry are one row. */
const activityRead = 20
/** So many entries are counted by collection; of more, only the collections are named. */
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
