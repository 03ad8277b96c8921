// Whether an NDJSON line is a valid collection: what every model has to be.
import { z } from 'zod'
import { checkNamedFields, modelShape } from '../../content/model/model-input.schema.ts'

export const collectionRecord = z
  .strictObject({ type: z.literal('collection'), ...modelShape })
  .superRefine(checkNamedFields)
