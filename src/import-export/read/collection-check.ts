// Validates a collection line of NDJSON with the rules of every model.
import { z } from 'zod'
import { checkNamedFields, modelShape } from '../../content/model/model-input.schema.ts'

export const collectionRecord = z
  .strictObject({ type: z.literal('collection'), ...modelShape })
  .superRefine(checkNamedFields)
