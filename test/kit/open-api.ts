// The published document, openapi.json, as a judge of answers: its schemas, compiled.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: {
    readonly type?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly default?: unknown
  }
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly Record<string, readonly string[]>[]
  readonly responses: Record<
    string,
    {
      readonly headers?: Record<string, unknown>
      readonly content?: Record<string, { readonly schema: object }>
    }
  >
}

export interface OpenApi {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, object>
    readonly securitySchemes: Record<string, object>
  }
}

export const openApi = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as OpenApi

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...openApi })

const compiled = new Map<string, ValidateFunction>()

/** Null where `body` fits, otherwise what does not. `schema` names one of `components.schemas`. */
export function schemaFault(schema: string, body: unknown): string | null {
  const validate =
    compiled.get(schema) ?? ajv.compile({ $ref: `openapi#/components/schemas/${escapeName(schema)}` })
  compiled.set(schema, validate)
  return validate(body) ? null : `${schema}: ${ajv.errorsText(validate.errors)}`
}

/** The name of the schema that the document promises for an answer, or null where it promises none. */
export function promisedSchema(path: string, status: number, mediaType: string): string | null {
  const schema = openApi.paths[path]?.get?.responses[String(status)]?.content?.[mediaType]?.schema
  const reference = schema && '$ref' in schema ? String(schema.$ref) : null
  return reference?.split('/').at(-1) ?? null
}

function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
