// The rule for new passwords, checked before the request. The server enforces the same rule.
import { passwordLengthMax, passwordLengthMin } from '../../../src/base/member.ts'

const range = `${passwordLengthMin} to ${passwordLengthMax} characters.`

export const newPasswordHint = range

/** Returns the error message, or null. */
export function toPasswordError(password: string): string | null {
  return password.length < passwordLengthMin || password.length > passwordLengthMax
    ? `Must have ${range}`
    : null
}
