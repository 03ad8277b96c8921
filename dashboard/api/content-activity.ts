// Who did what with the content of the space, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityItemView } from '../../src/authoring/versions.schema.ts'
import type { List } from './content.ts'
import { useSpaceApi } from './space.ts'

const perPage = 50

/** While another page loads, `data` is the previous one. */
export function useContentActivity(page: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey('content', 'activity', page),
    queryFn: () =>
      api.request<List<ActivityItemView>>('GET', `/api/v1/activity?page=${page}&perPage=${perPage}`),
    placeholderData: keepPreviousData,
  })
}
