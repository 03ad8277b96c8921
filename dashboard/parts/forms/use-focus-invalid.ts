// After a request that the server refused, the focus goes to the input that has to be corrected.
import { type RefObject, useEffect, useRef } from 'react'

/** The ref of the form. Inputs that are wrong because of the error have to be marked `aria-invalid`. */
export function useFocusInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
