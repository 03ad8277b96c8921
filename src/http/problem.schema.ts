// The problem body as the OpenAPI document shows it.
import { z } from '@hono/zod-openapi'
import { type ErrorCode, errorTable } from '../base/errors.ts'

export const problemSchema = z
  .object({
    type: z.string().openapi({ description: 'The URL of the page that describes this error, for people.' }),
    title: z.string(),
    status: z.int(),
    detail: z
      .string()
      .openapi({ description: 'What is wrong with this request and what would be accepted.' }),
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string().openapi({ description: 'The same as in `X-Request-Id`; the log has it too.' }),
    errors: z
      .array(
        z.object({ in: z.enum(['path', 'query', 'header', 'body']), name: z.string(), message: z.string() }),
      )
      .optional()
      .openapi({ description: 'On a 400: every fault.' }),
  })
  .openapi('Problem')
