// Shows text to copy: code with its button, and a secret that is shown once.
import { Box, Button, type ButtonProps, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface CodeBlockProps {
  readonly text: string
  /** The accessible name. */
  readonly label: string
}

/** A block of code or terminal text, with a copy button. */
export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <Box pos="relative" className="code-block">
      <section aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </section>
      <div className="code-block-copy">
        <CopyTextButton text={text} what={label} size="compact-xs" />
      </div>
    </Box>
  )
}

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

/** A button that copies a text and confirms it. */
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

interface SecretOnceProps {
  /** The kind of secret, such as "API key". */
  readonly label: string
  readonly secret: string
  /** Shown beside the warning. */
  readonly children?: ReactNode
}

/**
 * Shows a secret once, with a copy button and a warning. The button receives the focus, because the focused form that
 * created the secret has been removed.
 */
export function SecretOnce({ label, secret, children }: SecretOnceProps) {
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          value={secret}
          readOnly
          onFocus={event => event.currentTarget.select()}
          spellCheck={false}
          autoComplete="off"
          className="secret"
          style={{ flex: '1 1 14rem', minWidth: 0 }}
        />
        <CopyTextButton text={secret} what={label} takesFocus />
      </Group>
      <Text size="sm">Copy it now. You will not be able to see it again.</Text>
      {children}
    </Stack>
  )
}
