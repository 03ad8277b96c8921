// Validates responses against the published document, openapi.json, with compiled schemas.
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
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Record<string, { readonly schema: object }>
  }
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
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as OpenApi

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...openApi })

const compiled = new Map<string, ValidateFunction>()

/** Null if `body` is valid, otherwise the errors. `schema` names one of `components.schemas`. */
export function schemaError(schema: string, body: unknown): string | null {
  const validate =
    compiled.get(schema) ?? ajv.compile({ $ref: `openapi#/components/schemas/${escapeName(schema)}` })
  compiled.set(schema, validate)
  return validate(body) ? null : `${schema}: ${ajv.errorsText(validate.errors)}`
}

/** The name of the documented schema of a response, or null if none is documented. */
export function promisedSchema(
  path: string,
  status: number,
  mediaType: string,
  method = 'get',
): string | null {
  const schema = openApi.paths[path]?.[method]?.responses[String(status)]?.content?.[mediaType]?.schema
  const reference = schema && '$ref' in schema ? String(schema.$ref) : null
  return reference?.split('/').at(-1) ?? null
}

/** Null if `body` is a valid request body of the operation, otherwise the errors. */
export function requestError(path: string, method: string, body: unknown): string | null {
  const pointer = `#/paths/${escapeName(path)}/${method}/requestBody/content/application~1json/schema`
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` })
  compiled.set(pointer, validate)
  return validate(body) ? null : ajv.errorsText(validate.errors)
}

/** The documented path that matches a request's path, or null. */
export function documentedPath(path: string): string | null {
  const segments = path.split(/[?#]/)[0]?.split('/') ?? []
  const fits = (documented: string) => {
    const wanted = documented.split('/')
    return (
      wanted.length === segments.length &&
      wanted.every((text, at) => /^\{|^$/.test(text) || text === segments[at])
    )
  }
  return Object.keys(openApi.paths).find(fits) ?? null
}

function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
