// The query parameters of the content API for the OpenAPI document. Their names contain those of the model, so
// query/parse-parameters.ts parses them instead of a schema.
import { z } from '@hono/zod-openapi'
import { operators } from '../content/fields/query-facts.ts'

const operatorValues = z.object(
  Object.fromEntries(operators.map(operator => [operator, z.string().optional()])),
)

const conditions = z.record(z.string(), z.union([z.string(), operatorValues])).openapi('Conditions', {
  description:
    'Conditions by path. A path is a field, `id`, `slug`, `publishedAt`, `firstPublishedAt`, a path behind a reference, such as `author.name`, or one into blocks, such as `sections.heading`.',
})

const twoPairs =
  'OpenAPI does not define the second pair of brackets, that of the operator: it is written as in the examples.'

// Parameters that are plain strings have no example: the API reference would send it, and most models have no such field.
function conditionsParameter(name: string, description: string, examples: Readonly<Record<string, object>>) {
  return conditions.optional().openapi({
    param: {
      name,
      in: 'query',
      style: 'deepObject',
      explode: true,
      description: `${description} ${twoPairs}`,
      // The API reference fills its form with the first example. It has no conditions, so that the request works as it is.
      examples: {
        none: { summary: 'No conditions', value: {} },
        ...Object.fromEntries(
          Object.entries(examples).map(([address, value]) => [address, { summary: address, value }]),
        ),
      },
    },
  })
}

const fields = z.string().optional().openapi({
  description:
    'Comma-separated names of the fields that `data` holds, such as `title,author`; `*` for all. A field behind a reference, such as `author.name` or `author.*`, resolves that reference whatever `depth` is, down to 3 references; one in blocks, such as `sections.heading`, keeps it in the blocks that have it. With `-` before each name, `data` holds all fields but those. At most 100 names.',
})

/** The query parameters of a single entry. */
export const entryQueryDocument = z.object({ fields })

export const listQueryDocument = z.object({
  filter: conditionsParameter(
    'filter',
    'Conditions that all hold: `filter[PATH]=VALUE` or `filter[PATH][OPERATOR]=VALUE`; without an operator it is `eq`. `x-query-operators` has the operators of each type. At most 20 conditions in `filter`, `any` and `not` together.',
    {
      'filter[inPrint]=true': { inPrint: 'true' },
      'filter[price][gte]=5&filter[price][lt]=20': { price: { gte: '5', lt: '20' } },
      'filter[author.name][eqi]=ost': { 'author.name': { eqi: 'ost' } },
    },
  ),
  any: conditionsParameter(
    'any',
    'Conditions of which at least one holds. `any.2[PATH]` to `any.5[PATH]` are further such groups.',
    { 'any[price][lt]=1&any[tags]=sale': { price: { lt: '1' }, tags: 'sale' } },
  ),
  not: conditionsParameter('not', 'Conditions of which none holds.', { 'not[tags]=sea': { tags: 'sea' } }),
  sort: z.string().optional().openapi({
    description:
      'Up to 3 comma-separated keys, `-` before a key for descending order, such as `-releasedOn,title`. A key is `id`, `slug`, `publishedAt`, `firstPublishedAt`, or a field of the type text, integer, number, boolean, date or dateTime that holds one value. Entries without a value come last. What is equal is ordered by `publishedAt`, newest first, then by `id`.',
  }),
  q: z.string().optional().openapi({
    description:
      'Entries in which every word occurs, in any searched field; a word of three letters or more also finds what begins with it. At most 8 words in 200 characters. Without `sort`, entries with the words in their title come first.',
  }),
  queryVariant: z.string().optional().openapi({
    description:
      'One variant id: conditions, sort and search look at the values of this variant, with the base value behind each. It does not change what is served.',
  }),
  fields,
})
