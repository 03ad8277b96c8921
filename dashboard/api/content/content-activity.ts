// Queries the activity log of the space, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityItemView } from '../../../src/authoring/activity/activity-list.schema.ts'
import { useSpaceApi } from '../space.ts'
import type { List } from './content.ts'

const perPage = 50

/** The filter of the log. An empty object selects everything. */
export interface ActivityChoice {
  /** The name of an actor, or `me`. */
  readonly by?: string
  /** An entry's id. */
  readonly entry?: string
  readonly kind?: string
}

/** While another page loads, `data` is the previous one. */
export function useContentActivity(page: number, choice: ActivityChoice = {}, count = perPage) {
  const api = useSpaceApi()
  const chosen = Object.entries(choice).filter(([, value]) => value !== '')
  const parameters = new URLSearchParams([['page', String(page)], ['perPage', String(count)], ...chosen])
  return useQuery({
    queryKey: api.toKey('content', 'activity', parameters.toString()),
    queryFn: () => api.request<List<ActivityItemView>>('GET', `/api/v1/activity?${parameters}`),
    placeholderData: keepPreviousData,
  })
}
