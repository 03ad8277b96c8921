// The same request for a terminal and for programs: `curl`, `fetch` and TypeScript. No React here.
import type { EntryTypes } from './entry-types.ts'

export interface SnippetParts {
  /** Absolute, with the origin. */
  readonly url: string
  /** Null uses the variable `API_KEY` in place of the secret. */
  readonly key: string | null
}

export function toCurl({ url, key }: SnippetParts): string {
  const header =
    key === null ? '"Authorization: Bearer $API_KEY"' : quoteForShell(`Authorization: Bearer ${key}`)
  // Without it, curl takes brackets for a range of addresses.
  const globbing = /[[\]]/.test(url) ? '-g ' : ''
  return `curl ${globbing}-H ${header} \\\n  ${quoteForShell(url)}`
}

export function toFetch(parts: SnippetParts): string {
  return `${openFetch(parts)}
const body = await response.json()
if (!response.ok) throw new Error(body.detail)
console.log(body)`
}

/** `types` are generated from the collection's schema, for the depth of the request. */
export function toTypeScript(parts: SnippetParts, { responseType, declarations }: EntryTypes): string {
  return `${declarations}

${openFetch(parts)}
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
const body = (await response.json()) as ${responseType}`
}

function openFetch({ url, key }: SnippetParts): string {
  const bearer = key === null ? `\`Bearer \${process.env.API_KEY}\`` : quoteForScript(`Bearer ${key}`)
  return `const response = await fetch(${quoteForScript(url)}, {
  headers: { Authorization: ${bearer} },
})`
}

/** In single quotes a shell takes every character literally except the quote itself. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** In single quotes, as most style guides have it; JavaScript reads all other JSON escapes the same way. */
export function quoteForScript(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
