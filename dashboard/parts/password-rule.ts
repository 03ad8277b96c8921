// What a new password must be, told before the server has to: it holds to the same.
import { passwordLengthMax, passwordLengthMin } from '../../src/base/member.ts'

const range = `${passwordLengthMin} to ${passwordLengthMax} characters.`

export const newPasswordHint = range

/** What is wrong with it, or null. */
export function toPasswordError(password: string): string | null {
  return password.length < passwordLengthMin || password.length > passwordLengthMax
    ? `Must have ${range}`
    : null
}
