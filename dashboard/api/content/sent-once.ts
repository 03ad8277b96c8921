// What must not be done twice: deleting, duplicating.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface SentOnceOptions<Input, Result> {
  readonly mutationFn: (input: Input) => Promise<Result>
  readonly onSuccess: () => Promise<unknown>
}

/**
 * A second click while it is on its way, or while the dialog or the menu disappears, sends nothing: of what is deleted the
 * server would find nothing, and its error would be shown beside what has worked; of what is duplicated it would make
 * another copy. After an error it can be tried again.
 */
export function useSentOnce<Input, Result>({ mutationFn, onSuccess }: SentOnceOptions<Input, Result>) {
  const isSent = useRef(false)
  const onError = () => {
    isSent.current = false
  }
  const mutation = useMutation({ mutationFn, onSuccess, onError })
  const mutate: typeof mutation.mutate = (...given) => {
    if (isSent.current) return
    isSent.current = true
    mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}
