// What cannot be done twice: deleting.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface DeletionOptions<Input> {
  readonly mutationFn: (input: Input) => Promise<unknown>
  readonly onSuccess: () => Promise<unknown>
}

/**
 * A second click while it is on its way, or while the dialog disappears, sends nothing: the server would find nothing to
 * delete, and its error would be shown beside what has worked. After an error it can be tried again.
 */
export function useDeletion<Input>({ mutationFn, onSuccess }: DeletionOptions<Input>) {
  const isSent = useRef(false)
  const onError = () => {
    isSent.current = false
  }
  const deletion = useMutation({ mutationFn, onSuccess, onError })
  const mutate: typeof deletion.mutate = (...given) => {
    if (isSent.current) return
    isSent.current = true
    deletion.mutate(...given)
  }
  return { ...deletion, mutate }
}
