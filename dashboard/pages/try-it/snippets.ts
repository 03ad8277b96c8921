// The same request for a terminal and for programs: `curl`, `fetch` and TypeScript. No React here.
import type { EntryTypes } from './entry-types.ts'

export interface SnippetParts {
  /** Complete, with its origin. */
  readonly url: string
  /** Null leaves the secret to the variable `API_KEY`. */
  readonly key: string | null
}

export function toCurl({ url, key }: SnippetParts): string {
  const header =
    key === null ? '"Authorization: Bearer $API_KEY"' : quoteForShell(`Authorization: Bearer ${key}`)
  return `curl -H ${header} \\\n  ${quoteForShell(url)}`
}

export function toFetch(parts: SnippetParts): string {
  return `${openFetch(parts)}
const body = await response.json()
if (!response.ok) throw new Error(body.detail)
console.log(body)`
}

/** `types` are those of the collection's model, for the depth of the request. */
export function toTypeScript(parts: SnippetParts, { answer, declarations }: EntryTypes): string {
  return `${declarations}

${openFetch(parts)}
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
const body = (await response.json()) as ${answer}`
}

function openFetch({ url, key }: SnippetParts): string {
  const bearer = key === null ? `\`Bearer \${process.env.API_KEY}\`` : quoteForScript(`Bearer ${key}`)
  return `const response = await fetch(${quoteForScript(url)}, {
  headers: { Authorization: ${bearer} },
})`
}

/** Between single quotes a shell reads everything as it stands, but for the quote itself. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** In single quotes, as most styles have it; all else that JSON escapes, JavaScript reads the same. */
export function quoteForScript(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
