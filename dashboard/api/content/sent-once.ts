// A mutation that is sent only once, for requests that must not be repeated: deleting and duplicating.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

interface SentOnceOptions<Input, Result> {
  readonly mutationFn: (input: Input) => Promise<Result>
  readonly onSuccess: () => Promise<unknown>
}

/**
 * Ignores a second click while the request is in progress or while the dialog or menu closes. A second deletion would fail
 * because the entry is gone and show an error beside the success; a second duplication would create another copy. After an
 * error the mutation can be sent again.
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
