// What is scheduled in the space, and what was refused when its time came.
import { useQuery } from '@tanstack/react-query'
import type { ScheduledEntryView } from '../../src/authoring/schedule.schema.ts'
import type { By } from '../../src/base/by.ts'
import type { List } from './content.ts'
import { useSpaceApi } from './space.ts'

const perPage = 100

/** The first hundred, by their times. The same resource as in content.ts, so changes there invalidate it too. */
export function useFailedSchedules() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'failed'),
    queryFn: () =>
      api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?state=failed&perPage=${perPage}`),
  })
}

/** Those that a user or an API key has made and that are still to be carried out. */
export function usePendingSchedulesBy({ kind, name }: By) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'by', kind, name),
    queryFn: async () => {
      const query = new URLSearchParams({ state: 'pending', createdBy: name, perPage: String(perPage) })
      const { list } = await api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?${query}`)
      // A key may be called like a user.
      return list.filter(({ createdBy }) => createdBy?.kind === kind)
    },
  })
}
