// Types of the OpenAPI document's parts that the reference shows, and functions that look them up. No React here.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: string
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Endpoint extends Operation {
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly tag: string
}

export interface Group {
  readonly name: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

/**
 * Returns the endpoints by tag, in the order of the document's tags. Tags that the document does not describe come last.
 */
export function listGroups({ paths, tags }: OpenApiDocument): Group[] {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? '',
    })),
  )
  const byTag = Map.groupBy(endpoints, ({ tag }) => tag)
  const names = new Set([...tags.map(({ name }) => name), ...byTag.keys()])
  return [...names].flatMap(name => {
    const description = tags.find(tag => tag.name === name)?.description ?? ''
    const ofTag = byTag.get(name)
    return ofTag === undefined ? [] : [{ name, description, endpoints: ofTag }]
  })
}

/** Returns the URL fragment of an endpoint. */
export function toFragment({ tag, operationId }: Pick<Endpoint, 'tag' | 'operationId'>): string {
  return `#/${encodeURIComponent(tag)}/${operationId}`
}

/** Returns the endpoints that contain every word in their group, method, path, summary, id or description. */
export function filterGroups(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/)
  const fits = (endpoint: Endpoint) => {
    const { tag, method, path, summary, operationId, description } = endpoint
    const all = [tag, method, path, summary, operationId, description].join(' ').toLowerCase()
    return words.every(word => all.includes(word))
  }
  return groups
    .map(group => ({ ...group, endpoints: group.endpoints.filter(fits) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

/** Returns the name of the component that a schema refers to; null if the schema is inline. */
export function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null
}

export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const name = nameOf(schema)
  const found = name === null ? undefined : document.components.schemas[name]
  return found ?? schema
}

export function isContent({ path }: Endpoint): boolean {
  return path.startsWith('/api/v1/public/content/')
}

export function acceptsSession({ security = [] }: Endpoint): boolean {
  return security.some(way => 'session' in way)
}

export function acceptsKey({ security = [] }: Endpoint): boolean {
  return security.some(way => 'apiKey' in way)
}
