// The table of the values that conditions accept, by type. Each row has an example that runs against the demo. The API
// reference and docs/querying.md share it. Words between backticks are code.
import { allowedOperators, factsOf, type QueryType } from '../content/model/query-model.ts'

interface ConditionForm {
  /** Types with the same operators and values. `keys` are the keys of entries that have such a type. */
  readonly types: readonly QueryType[]
  readonly keys?: readonly string[]
  readonly isMany?: true
  readonly value: string
  /** A collection and a query. `count` is the number of demo entries that match. */
  readonly example: string
  readonly count: number
}

export const conditionForms: readonly ConditionForm[] = [
  {
    types: ['text'],
    value: 'text, compared exactly; `eqi` and `prefix` ignore case and accents',
    example: 'authors?filter[name][eqi]=uxia+lourido',
    count: 1,
  },
  {
    types: ['id'],
    value: 'text, compared exactly',
    example: 'books?filter[id][gt]=book-the-heron-census',
    count: 6,
  },
  {
    types: ['slug', 'collection'],
    value: 'text, compared exactly',
    example: 'books?filter[slug][in]=marram,halligtage',
    count: 2,
  },
  {
    types: ['integer', 'number'],
    value: 'decimal digits, such as `-2` or `9.5`',
    example: 'books?filter[price][gte]=7&filter[price][lt]=10',
    count: 9,
  },
  {
    types: ['boolean'],
    value: '`true` or `false`',
    example: 'books?filter[inPrint]=false',
    count: 1,
  },
  {
    types: ['date', 'dateTime'],
    keys: ['publishedAt', 'firstPublishedAt'],
    value:
      'an RFC 3339 time with `Z` or an offset, or a part of one in UTC: `2026`, `2026-03`, `2026-03-07`. The `+` of an offset is written `%2B`. On a `date`, parts alone',
    example: 'books?filter[releasedOn]=2025',
    count: 8,
  },
  {
    types: ['reference'],
    value: 'the id of the target',
    example: 'books?filter[author]=author-edwin-loam',
    count: 2,
  },
  {
    types: ['asset', 'richText', 'json', 'component'],
    value: '`true` or `false`',
    example: 'posts?filter[image][exists]=false',
    count: 4,
  },
  {
    types: ['componentName'],
    value: 'the API name of a component',
    example: 'landingPages?filter[sections.component]=gallery',
    count: 3,
  },
  {
    types: ['text', 'integer', 'number', 'date', 'dateTime', 'reference'],
    isMany: true,
    value: 'as above; a list of values between commas for `in`, `nin` and `all`',
    example: 'books?filter[printRuns][all]=2000,2500',
    count: 1,
  },
]

/** The operators on single values, by type. */
export const operatorsOf = Object.fromEntries(
  conditionForms
    .filter(({ isMany }) => !isMany)
    .flatMap(({ types }) => types.map(type => [type, factsOf(type).operators] as const)),
)

function toCode(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(' ')
}

function toTypes({ types, keys = [], isMany }: ConditionForm): string {
  return isMany ? 'any of these with many values' : toCode([...types, ...keys])
}

function toOperators({ types: [type], isMany }: ConditionForm): string {
  return isMany ? 'also `all`, where there is `in`' : toCode(allowedOperators(type!, false))
}

/** Returns the lines of a Markdown table. */
export function toConditionTable({ hasOperators }: { readonly hasOperators: boolean }): string {
  const columns = (form: ConditionForm) => [
    toTypes(form),
    ...(hasOperators ? [toOperators(form)] : []),
    form.value,
    `\`${form.example}\``,
    ...(hasOperators ? [] : [String(form.count)]),
  ]
  const heading = hasOperators
    ? ['Type', 'Operators', 'A value is', 'Example']
    : ['Type', 'A value is', 'Example', 'Finds']
  return [heading, heading.map(() => '---'), ...conditionForms.map(columns)]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replace(/^\| --- .*$/m, line => line.replaceAll(' ', ''))
}

/** The section about queries in the API reference. */
export const queryingSection = `## Querying

A list takes conditions, an order and a search; lists and single entries take \`fields\`. All conditions of \`filter\` must hold, one of each group \`any\`, none of \`not\`. Without an operator a condition is \`eq\`. A path is a field, \`id\`, \`slug\`, \`publishedAt\`, \`firstPublishedAt\`, or a path behind a reference, such as \`author.name\`, or into blocks, such as \`sections.heading\`: two references at most.

${toConditionTable({ hasOperators: true })}

- \`ne\`, \`nin\`, \`exists=false\` and \`not\` are exact complements: they also find entries without a value.
- On many values a condition holds if it holds for one of them. Conditions on blocks need not be about the same block.
- \`sort=-releasedOn,title\` orders by up to 3 keys. Entries without a value come last in both directions.
- \`q=tide\` finds entries in which every word occurs, or the beginning of a longer one.
- A misspelt path or operator, and a name that looks like a condition or like a parameter of another API, is a 400 that lists every error, with \`allowed\` and \`didYouMean\` where there is something to suggest.

curl takes brackets for a range, unless it is called with \`-g\`:

\`\`\`
curl -g -H "Authorization: Bearer $FRONTLIST_KEY" "https://content.example.com/api/v1/public/content/books?filter[author.slug]=edwin-loam&sort=title&fields=title,author.name"
\`\`\``
