// The input of a password, and the rule for new ones.
import { PasswordInput as MantineInput, type PasswordInputProps } from '@mantine/core'
import { passwordLengthMax, passwordLengthMin } from '../../../src/base/limits.ts'

/** Mantine's own component shows an error beside the input, but does not mark the input as invalid. */
export function PasswordInput(props: PasswordInputProps) {
  return <MantineInput {...props} aria-invalid={props.error ? true : undefined} />
}

const range = `${passwordLengthMin} to ${passwordLengthMax} characters.`

/** The rule for new passwords, checked before the request. The server enforces the same rule. */
export const newPasswordHint = range

/** Returns the error message, or null. */
export function toPasswordError(password: string): string | null {
  return password.length < passwordLengthMin || password.length > passwordLengthMax
    ? `Must have ${range}`
    : null
}
