// A button whose work takes a moment. While it is under way the button cannot be pressed again, and a disabled button
// loses the focus: it gets it back afterwards, or a keyboard user would begin anew at the top.
import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'

interface PendingButtonProps extends ButtonProps {
  readonly pending: boolean
  readonly type?: 'submit' | 'button'
  readonly onClick?: () => void
  /** Where the focus begins in a dialog. */
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
