// What the server has done since it started.
import { useQuery } from '@tanstack/react-query'
import type { ActivityView } from '../../src/operations/activity.schema.ts'
import { request } from './request.ts'

const refreshMilliseconds = 10_000

/** Asked again every ten seconds while the page is in view. */
export function useActivity() {
  return useQuery({
    queryKey: ['activity'],
    queryFn: () => request<ActivityView>('GET', '/api/dashboard/activity'),
    refetchInterval: refreshMilliseconds,
  })
}
