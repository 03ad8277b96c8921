// A button that copies a text and confirms it.
import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

interface CopyTextButtonProps extends ButtonProps {
  readonly text: string
  /** The object of the copy, for users who cannot see the button's context. */
  readonly what?: string
  /** Replaces the label "Copy". */
  readonly label?: string
  /** Focuses the button when it is mounted. */
  readonly takesFocus?: boolean
}

/** Copies from a temporary textarea, which also works on pages served over plain http. */
function copyFromField(text: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  button.after(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  button.focus()
  return done
}

async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  // Undefined on insecure origins, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const done = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return done || copyFromField(text, button)
}

const labels = { ready: 'Copy', done: 'Copied', failed: 'Could not copy' } as const

export function CopyTextButton({
  text,
  what,
  label = labels.ready,
  takesFocus = false,
  ...others
}: CopyTextButtonProps) {
  const [state, setState] = useState<keyof typeof labels>('ready')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), 2500)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const copy = async () => {
    if (button.current) setState((await copyText(text, button.current)) ? 'done' : 'failed')
  }
  return (
    <>
      <Button ref={button} variant="default" onClick={copy} {...others}>
        {state === 'ready' ? label : labels[state]}
        {what && state === 'ready' ? <VisuallyHidden>&nbsp;{what}</VisuallyHidden> : null}
      </Button>
      <VisuallyHidden role="status">{state === 'ready' ? '' : labels[state]}</VisuallyHidden>
    </>
  )
}
