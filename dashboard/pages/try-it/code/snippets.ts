// Converts the request to `curl` and `fetch` code. No React here.
import { quote } from '../../../../client/src/codegen/type-names.ts'

export interface SnippetParts {
  /** An absolute URL. */
  readonly url: string
  /** Null uses the variable `FRONTLIST_KEY` in place of the secret. */
  readonly key: string | null
}

export function toCurl({ url, key }: SnippetParts): string {
  const header =
    key === null ? '"Authorization: Bearer $FRONTLIST_KEY"' : quoteForShell(`Authorization: Bearer ${key}`)
  // Without `-g`, curl interprets brackets as a range of URLs.
  const globbing = /[[\]]/.test(url) ? '-g ' : ''
  return `curl ${globbing}-H ${header} \\\n  ${quoteForShell(url)}`
}

export function toFetch({ url, key }: SnippetParts): string {
  const bearer = key === null ? `\`Bearer \${process.env.FRONTLIST_KEY}\`` : quote(`Bearer ${key}`)
  return `const response = await fetch(${quote(url)}, {
  headers: { Authorization: ${bearer} },
})
const body = await response.json()
if (!response.ok) throw new Error(body.detail)
console.log(body)`
}

/** Quotes a text for a shell, which takes every character in single quotes literally except the quote itself. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
