// What is scheduled in the space, and what was refused when its time came.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ScheduledEntryView } from '../../../src/authoring/schedules/schedule.schema.ts'
import type { Actor } from '../../../src/base/actor.ts'
import { useSpaceApi } from '../space.ts'
import type { List } from './content.ts'

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

/** Those that a user or an API key has made and that are still to be carried out. */
export function usePendingSchedulesBy({ kind, name }: Actor) {
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

/** How many publications and withdrawals are still to come. */
export function usePendingSchedulesCount() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'pending', 'count'),
    queryFn: async () =>
      (await api.request<List<ScheduledEntryView>>('GET', '/api/v1/schedule?state=pending&perPage=1')).count,
  })
}

/** The first of those that are still to come, by their times. */
export function useNextSchedules(count: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'schedules', 'pending', 'next', count),
    queryFn: () =>
      api.request<List<ScheduledEntryView>>('GET', `/api/v1/schedule?state=pending&perPage=${count}`),
  })
}
