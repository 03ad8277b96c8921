// Focuses the first invalid input after the server has refused a request.
import { type RefObject, useEffect, useRef } from 'react'

/** Returns the ref of the form. Inputs that the error makes invalid must be marked `aria-invalid`. */
export function useFocusInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
