// The rule for new passwords, checked before the request: the server enforces the same one.
import { passwordLengthMax, passwordLengthMin } from '../../../src/base/member.ts'

const range = `${passwordLengthMin} to ${passwordLengthMax} characters.`

export const newPasswordHint = range

/** The error message, or null. */
export function toPasswordError(password: string): string | null {
  return password.length < passwordLengthMin || password.length > passwordLengthMax
    ? `Must have ${range}`
    : null
}
