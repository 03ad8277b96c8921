// The input of a password.
import { PasswordInput as MantineInput, type PasswordInputProps } from '@mantine/core'

/** Mantine's own component shows an error beside the input, but does not mark the input as invalid. */
export function PasswordInput(props: PasswordInputProps) {
  return <MantineInput {...props} aria-invalid={props.error ? true : undefined} />
}
