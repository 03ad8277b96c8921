// Asks whether this server still lacks an owner, and creates the first one.
import { useQuery } from '@tanstack/react-query'
import { request } from '../request.ts'
import { useSessionMutation } from './session.ts'

export const setupKey = ['setup'] as const

export function useSetupState() {
  return useQuery({
    queryKey: setupKey,
    queryFn: () => request<{ open: boolean }>('GET', '/api/setup'),
    staleTime: 60_000,
  })
}

export function useSetUp() {
  return useSessionMutation<{ token: string; email: string; password: string; space: string }>('/api/setup')
}
