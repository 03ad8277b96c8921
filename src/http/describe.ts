// Builds an endpoint's part of the OpenAPI document: its own declarations, and the errors that all endpoints share.
import { createRoute, z } from '@hono/zod-openapi'
import { type ErrorCode, errorTable } from '../base/error-table.ts'
import { toProblemType } from './problem.ts'

const problemSchema = z
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

/** The documentation of an endpoint. */
export interface EndpointDescription {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** In OpenAPI notation: `/things/{id}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly params?: z.ZodObject
  readonly query: z.ZodObject
  /** Present if the body is a file. */
  readonly upload?: object
  /** Parameters that `query` cannot declare, as the document shows them. */
  readonly queryDocument?: z.ZodObject
  readonly response: {
    /** Defaults to 200. */
    readonly status?: 200 | 201
    /** The status if a repeated request changes nothing, or creates something after all. */
    readonly otherStatus?: 200 | 201
    readonly schema: z.ZodType
    readonly description: string
    readonly headers?: z.ZodObject
    /** The media type of a response that is a file instead of JSON. */
    readonly file?: string
    /** True if the response has an ETag, so that conditional requests can get a 304. */
    readonly conditional?: boolean
  }
  /**
   * The errors besides those of every endpoint of its kind. A code with two statuses is listed with the one that applies.
   */
  readonly errors: readonly (ErrorCode | readonly [ErrorCode, number])[]
}

interface GuardDescription {
  readonly security: Record<string, string[]>[]
  readonly errors: readonly ErrorCode[]
  readonly headers?: z.ZodObject
}

/** Every endpoint reads `Prefer`, but it is only documented on endpoints that deliver content to production clients. */
const conditionalHeaders = z.object({
  'If-None-Match': z.string().optional().openapi({
    description:
      'The `ETag` of a response that the client has, or several, or `*`. Where the content is the same, the response is a 304 without a body.',
    example: '"8XW4u1m9mQ1vYyfJrO6pCw-gzip"',
  }),
  Prefer: z.string().optional().openapi({
    description:
      '`handling=strict` (RFC 7240): an unknown parameter is a 400 instead of being ignored. The response says `Preference-Applied`.',
    example: 'handling=strict',
  }),
})

export type Route = ReturnType<typeof createRoute>

export function toRoute(
  documented: EndpointDescription,
  guard: GuardDescription,
  body: z.ZodObject | undefined,
): Route {
  const { method, response, params, query, queryDocument } = documented
  // No endpoint has both: guards read headers with a session, and conditional responses are read with an API key.
  const headers = guard.headers ?? (response.conditional ? conditionalHeaders : undefined)
  return createRoute({
    method,
    path: documented.path,
    operationId: documented.operationId,
    summary: documented.summary,
    description: documented.description,
    tags: [documented.tag],
    security: guard.security,
    request: {
      query: queryDocument ? query.extend(queryDocument.shape) : query,
      ...(params && { params }),
      ...(headers && { headers }),
      ...(body && { body: toRequestBody(body) }),
      ...(documented.upload && { body: fileBody }),
    },
    responses: {
      [response.status ?? 200]: {
        description: response.description,
        content: { [response.file ?? 'application/json']: { schema: response.schema } },
        ...(response.headers && { headers: response.headers }),
      },
      ...(response.file && {
        206: {
          description: 'The part of the file that the header `Range` names.',
          content: { [response.file]: { schema: response.schema } },
        },
      }),
      ...(response.otherStatus && {
        [response.otherStatus]: {
          description:
            response.otherStatus === 201 ? 'It is new.' : 'It was there already, and is as before.',
          content: { 'application/json': { schema: response.schema } },
        },
      }),
      ...(response.conditional && {
        304: { description: 'The content has not changed: its `ETag` is in `If-None-Match`.' },
      }),
      ...toProblems(documented, guard),
      default: {
        description: 'Any other error, such as a request over a limit or a server failure.',
        content: {
          'application/problem+json': { schema: problemSchema, example: toExample('internal_error', 500) },
        },
      },
    },
  })
}

/** Returns a schema that rejects unknown fields. A missing body is an empty object, if no field is required. */
function toRequestBody(body: z.ZodObject) {
  const required = !body.safeParse({}).success
  return { required, content: { 'application/json': { schema: body.strict() } } }
}

const fileBody = {
  required: true,
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
}

/** The errors of every write. With a session it must come from a page of this server, and unknown fields are rejected. */
const writeErrors: readonly ErrorCode[] = [
  'invalid_body',
  'origin_refused',
  'body_too_large',
  'unsupported_media_type',
  'storage_full',
]

function toProblems({ method, errors }: EndpointDescription, guard: GuardDescription) {
  const all = [
    ...guard.errors,
    'invalid_parameters' as const,
    ...(method === 'get' ? [] : writeErrors),
    ...errors,
    'method_not_allowed' as const,
  ].map(error => (typeof error === 'string' ? ([error, errorTable[error].status] as const) : error))
  const unique = [
    ...new Map(all.map(([code, status]) => [`${code} ${status}`, [code, status] as const])).values(),
  ]
  const byStatus = Map.groupBy(unique, ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map(([code]) => `\`${code}\`: ${errorTable[code].meaning}`).join(' '),
        content: {
          'application/problem+json': { schema: problemSchema, example: toExample(group[0]![0], status) },
        },
      },
    ]),
  )
}

/** The origin in examples; each server has its own. */
const exampleOrigin = 'https://content.example.com'

function toExample(code: ErrorCode, status: number) {
  const { title, meaning } = errorTable[code]
  const requestId = '5336f1f8-cec6-42b6-a060-1b8be7dfe2f4'
  return { type: toProblemType(code, exampleOrigin), title, status, detail: meaning, code, requestId }
}
