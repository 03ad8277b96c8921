// A button with a pending state. It is disabled while its action runs, and therefore loses the focus. It takes the focus
// back afterwards, so that keyboard users do not start again at the top.
import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'

interface PendingButtonProps extends ButtonProps {
  readonly pending: boolean
  readonly type?: 'submit' | 'button'
  readonly onClick?: () => void
  /** Marks the initial focus of a dialog. */
  readonly 'data-autofocus'?: boolean
}

export function PendingButton({ pending, type = 'button', ...others }: PendingButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (pending) hadFocus.current = document.activeElement === button.current
  }, [pending])
  useEffect(() => {
    if (pending || !hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [pending])
  return <Button ref={button} type={type} loading={pending} {...others} />
}
