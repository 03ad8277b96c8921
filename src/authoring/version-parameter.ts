// A version of a draft in the query of a request.
import { z } from '@hono/zod-openapi'

/** Required. */
export function versionParameter(description: string) {
  return z
    .string('is required')
    .regex(/^(0|[1-9][0-9]{0,8})$/, 'must be a draft version, in decimal digits without a leading zero')
    .transform(Number)
    .openapi({ type: 'integer', minimum: 0, description })
}
