// Validates variants that are written over HTTP or in files.
import { z } from 'zod'
import { nameLengthMax, variantIdPattern } from '../values/model.ts'
import { variantKinds } from './variants.store.ts'

export const variantInput = {
  id: z
    .string('must be a string')
    .regex(variantIdPattern, 'must be 1 to 64 letters, digits and . _ : - and begin with a letter or digit'),
  name: z
    .string('must be a string')
    .refine(
      text =>
        text.trim() !== '' &&
        [...text].length <= nameLengthMax &&
        text.isWellFormed() &&
        !/\p{Cc}/u.test(text),
      `must have 1 to ${nameLengthMax} characters, none of them a control character`,
    ),
  kind: z.enum(variantKinds, `must be one of ${variantKinds.join(', ')}`),
}
