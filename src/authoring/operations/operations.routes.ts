// The endpoint that runs several operations on entries in one request.
import { z } from '@hono/zod-openapi'
import { entryStates } from '../../content/values/model.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { managementPolicy } from '../../http/server-env.ts'
import { type EntriesRoutesParts, entriesTag } from '../entries/entries.routes.ts'
import { runOperations } from './operations.service.ts'
import { operations } from './operations.ts'

const operationsMax = 500

const body = z.object({
  operations: z
    .array(z.unknown(), 'must be a list')
    .min(1, 'must have at least 1 operation')
    .max(operationsMax, `must have at most ${operationsMax} operations`)
    .openapi({
      description: `Each has an \`op\` of ${Object.keys(operations).join(', ')}, the fields of that endpoint, and \`id\`. \`draftVersion\` may be left out where an operation before wrote the entry.`,
    }),
  dryRun: z.boolean('must be true or false').optional().openapi({
    description: 'Responds as it would, and changes nothing.',
  }),
})

const response = z
  .object({
    list: z.array(
      z.object({
        id: z.string(),
        state: z.enum(entryStates),
        draftVersion: z.int(),
        version: z
          .int()
          .nullable()
          .openapi({ description: 'The version of the live publication; null if there is none.' }),
      }),
    ),
    count: z.int(),
  })
  .openapi('OperationResults')

export function operationEndpoints(parts: EntriesRoutesParts): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/api/v1/operations',
      tag: entriesTag,
      // The rights of each operation are checked after the operations are parsed.
      guard: parts.guardFor('read'),
      policy: { ...managementPolicy, bodyBytesMax: 8 * 1024 * 1024, exactNumbers: true, isLong: true },
      operationId: 'runOperations',
      summary: 'Change several entries at once',
      description:
        'All operations in their order, in one transaction and one revision, or none. Slugs, unique values and references are judged at the end, so two entries may exchange their slugs.',
      query: z.object({}),
      body,
      response: { schema: response, description: 'The entry of each operation as it is now.' },
      errors: ['operations_refused'],
      handle: async ({ request, caller, body: { operations: sent, dryRun = false }, headers }) => {
        const options = { isDryRun: dryRun, signal: request.signal }
        return respondPrivate(await runOperations(parts, caller, sent, options), { headers })
      },
    }),
  ]
}
