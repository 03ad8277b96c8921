// Whether an NDJSON line is a valid collection: what every model has to be, as far as the format has keys for it.
import { z } from 'zod'
import { checkNamedFields, recordShape } from '../content/model-input.schema.ts'

export const collectionRecord = z
  .strictObject({ type: z.literal('collection'), ...recordShape })
  .superRefine(checkNamedFields)
