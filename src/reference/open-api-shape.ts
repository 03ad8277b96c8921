// The part of an OpenAPI 3.1 document that the reference page reads. Types only: no reading, no defaults.
// Wider than the standard where generators differ (`nullable` of 3.0, boolean schemas of JSON Schema).
import type { Json } from '../base/model.ts'

export interface Reference {
  readonly $ref: string
}

export type ByName<T> = { readonly [name: string]: T }

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly default?: Json
  readonly example?: Json
  readonly examples?: readonly Json[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly deprecated?: boolean
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number | boolean
  readonly exclusiveMaximum?: number | boolean
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly properties?: ByName<Schema>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export type Schema = SchemaObject | boolean

export interface Example {
  readonly summary?: string
  readonly value?: Json
}

export interface MediaType {
  readonly schema?: Schema
  readonly example?: Json
  readonly examples?: ByName<Example | Reference>
}

export interface Header {
  readonly description?: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly schema?: Schema
  readonly example?: Json
  readonly examples?: ByName<Example | Reference>
  readonly content?: ByName<MediaType>
}

export interface Parameter extends Header {
  readonly name: string
  readonly in: string
}

export interface RequestBody {
  readonly description?: string
  readonly required?: boolean
  readonly content?: ByName<MediaType>
}

export interface Response {
  readonly description?: string
  readonly headers?: ByName<Header | Reference>
  readonly content?: ByName<MediaType>
}

export type SecurityRequirement = ByName<readonly string[]>

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly responses?: ByName<Response | Reference>
  readonly security?: readonly SecurityRequirement[]
}

export const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'] as const
export type Method = (typeof methods)[number]

export type PathItem = { readonly [method in Method]?: Operation } & {
  readonly parameters?: readonly (Parameter | Reference)[]
}

export interface SecurityScheme {
  readonly type: string
  readonly description?: string
  readonly scheme?: string
  readonly bearerFormat?: string
  readonly name?: string
  readonly in?: string
}

/** One entry of the extension `x-error-codes`. */
export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly description?: string
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: readonly SecurityRequirement[]
  readonly paths?: ByName<PathItem>
  readonly components?: {
    readonly schemas?: ByName<Schema>
    readonly parameters?: ByName<Parameter | Reference>
    readonly requestBodies?: ByName<RequestBody | Reference>
    readonly responses?: ByName<Response | Reference>
    readonly headers?: ByName<Header | Reference>
    readonly securitySchemes?: ByName<SecurityScheme | Reference>
  }
  readonly 'x-error-codes'?: readonly ErrorCode[]
}
