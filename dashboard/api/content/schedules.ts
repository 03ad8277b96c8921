// Queries for the pending and failed schedules of the space.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import type { Actor } from '../../../src/base/caller.ts'
import { useSpaceApi } from '../space.ts'
import type { List } from './content.ts'

const perPage = 100

/**
 * Returns the first hundred failed schedules, sorted by time. The key has the same resource as in content.ts, so changes
 * there invalidate it too.
 */
export function useFailedSchedules() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'failed'),
    queryFn: () =>
      api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?state=failed&perPage=${perPage}`),
  })
}

const pageLength = 50

/** While another page loads, `data` is the previous one. */
export function useSchedules(state: 'pending' | 'failed', page: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'page', state, page),
    queryFn: () => {
      const query = new URLSearchParams({ state, page: String(page), perPage: String(pageLength) })
      return api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?${query}`)
    },
    placeholderData: keepPreviousData,
  })
}

/** Returns the pending schedules that this user or API key has created. */
export function usePendingSchedulesBy({ kind, name }: Actor) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'by', kind, name),
    queryFn: async () => {
      const query = new URLSearchParams({ state: 'pending', createdBy: name, perPage: String(perPage) })
      const { list } = await api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?${query}`)
      // An API key can have the same name as a user.
      return list.filter(({ createdBy }) => createdBy?.kind === kind)
    },
  })
}

/** Returns the number of pending schedules. */
export function usePendingSchedulesCount() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'pending', 'count'),
    queryFn: async () =>
      (await api.request<List<ScheduledEntryView>>('GET', '/api/v1/schedule?state=pending&perPage=1')).count,
  })
}

/** Returns the next `count` pending schedules, sorted by time. */
export function useNextSchedules(count: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'pending', 'next', count),
    queryFn: () =>
      api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?state=pending&perPage=${count}`),
  })
}
