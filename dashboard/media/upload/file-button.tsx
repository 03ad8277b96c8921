// A button that opens the device's file dialog.
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

interface FileButtonProps extends ButtonProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly multiple: boolean
  /** Media types, as in the rule of a field. */
  readonly accept?: readonly string[] | undefined
  readonly children: ReactNode
}

export function FileButton({ onFiles, multiple, accept, children, ...others }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...others} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept?.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          // Lets the user choose the same file again.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
