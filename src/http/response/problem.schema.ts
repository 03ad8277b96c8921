// The schema of the problem body, for the OpenAPI document.
import { z } from '@hono/zod-openapi'
import { type ErrorCode, errorTable } from '../../base/errors/error-table.ts'

export const problemSchema = z
  .object({
    type: z.string().openapi({ description: 'The URL of the page that describes this error, for people.' }),
    title: z.string(),
    status: z.int(),
    detail: z
      .string()
      .openapi({ description: 'What is wrong with this request, and what would be accepted.' }),
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string().openapi({ description: 'As in `X-Request-Id`, and in the log.' }),
    errors: z
      .array(
        z.object({
          in: z.enum(['path', 'query', 'header', 'body', 'draft']),
          name: z.string(),
          message: z.string(),
          allowed: z.array(z.string()).optional().openapi({ description: 'The values that are accepted.' }),
          min: z.number().optional(),
          max: z.number().optional(),
          didYouMean: z
            .string()
            .optional()
            .openapi({ description: 'An existing name that is similar to the one sent.' }),
          code: z
            .string()
            .optional()
            .openapi({ description: 'Tells errors apart that have the same `in` and `name`.' }),
        }),
      )
      .optional()
      .openapi({ description: 'Every error of the request or the draft, each with its location.' }),
    draftVersion: z.int().optional().openapi({ description: 'Of `draft_conflict`: the current one.' }),
    paths: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Of `draft_conflict`: what others changed since, as JSON Pointers.' }),
    updatedAt: z.iso.datetime().optional().openapi({ description: 'Of `draft_conflict`.' }),
    updatedBy: z
      .object({ kind: z.string(), name: z.string() })
      .nullable()
      .optional()
      .openapi({ description: 'Of `draft_conflict`: who changed the draft last.' }),
    modelVersion: z.int().optional().openapi({ description: 'Of `model_conflict`: the current one.' }),
    report: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: 'Of `model_change_loses`: a ModelChangeReport.' }),
    uses: z.int().optional().openapi({ description: 'Of `asset_in_use`: how many entries use the asset.' }),
    usedBy: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .openapi({ description: 'Of `asset_in_use`: the first 100 of them, as an Asset has them.' }),
    suggestion: z.string().optional().openapi({ description: 'Of `slug_taken`: a slug that is free.' }),
  })
  .openapi('Problem')
