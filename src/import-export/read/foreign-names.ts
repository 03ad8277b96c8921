// Recognizes exports of other products by the names of files in a folder or an archive.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The product that a file looks like, and advice. Both continue a sentence. */
export interface Foreign {
  readonly what: string
  readonly advice: string
}

const formats = "imports take Frontlist's own NDJSON and space exports of Contentful"

/** Describes an export of another product that cannot be imported. */
export function otherProduct(what: string): Foreign {
  return { what, advice: `${formats}, so write its content as that NDJSON first` }
}

/** `names` are paths with slashes. An archive may have one folder around everything. */
export function describeNames(names: readonly string[]): string | null {
  const has = (pattern: RegExp) => names.some(name => pattern.test(name))
  if (has(/(?:^|\/)data\.ndjson$/)) return 'a Sanity export'
  if (has(/^(?:\.\/)?schemas(?:\/|$)/) && has(/^(?:\.\/)?entities(?:\/|$)/)) return 'a Strapi export'
  if (has(/(?:^|\/)collections\.json$/) && has(/(?:^|\/)relations\.json$/)) return 'a Directus template'
  if (has(/(?:^|\/)(?:ghost|.*\.ghost\..*)\.json$/)) return 'a Ghost export'
  if (has(/\.(?:md|mdx|markdown)$/i)) return 'Markdown files'
  return null
}

const namesMax = 1000

/** Returns the end of an error message about a folder that was given to a command instead of a file. */
export function describeFolder(path: string): string {
  const names = namesIn(path)
  const product = describeNames([...names, ...(names.includes('src') ? namesIn(join(path, 'src')) : [])])
  if (product !== null) {
    const { what, advice } = otherProduct(product)
    return `It is a folder that looks like ${what}: ${advice}.`
  }
  const file = names.find(name => /\.(?:ndjson|json|jsonl)$/i.test(name))
  const hint = file === undefined ? 'name the file to import' : `name the file in it, such as ${file}`
  return `It is a folder: ${hint}.`
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, namesMax)
  } catch {
    return []
  }
}
