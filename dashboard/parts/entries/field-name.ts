// The display names of fields. No React here.

export interface NamedField {
  readonly apiName: string
  readonly name?: string | undefined
}

/** Without a name, the API name is split into words: `catalogueNumber` becomes `Catalogue number`. */
export function nameField({ name, apiName }: NamedField): string {
  if (name) return name
  const words = apiName
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
