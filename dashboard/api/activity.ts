// Recent client requests of the space.
import { useQuery } from '@tanstack/react-query'
import type { ActivityView } from '../../src/ops/activity.ts'
import { useSpaceApi } from './space.ts'

const refreshMilliseconds = 10_000

/** Refetches the list every ten seconds while the page is visible. */
export function useActivity() {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('activity'),
    queryFn: () => api.request<ActivityView>('GET', '/api/dashboard/activity'),
    refetchInterval: refreshMilliseconds,
  })
}
