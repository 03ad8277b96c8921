// What PostgreSQL would do for a statement, and what of that reads more than is wanted.
import type { Client } from 'pg'

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** The nodes that read tables, as the server's own role is planned for, whatever the values. */
export async function planOf(client: Client, text: string): Promise<PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${text}`,
  )
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  const reading = /^(?:Seq|Index|Index Only|Bitmap Index|Bitmap Heap|Tid|Sample) Scan$/
  return flat(rows[0]!['QUERY PLAN'][0].Plan).filter(node => reading.test(node['Node Type']))
}

interface Index {
  readonly name: string
  /** In order. */
  readonly columns: readonly string[]
  /** Of which rows it is, where not of all. */
  readonly rows: string | null
}

export type Indexes = ReadonlyMap<string, Index>

export async function readIndexes(client: Client): Promise<Indexes> {
  const { rows } = await client.query<Index>(`
    select index.relname as name, array_agg(attname::text order by place) as columns,
      pg_get_expr(indpred, indrelid) as rows
    from pg_index
    join pg_class as index on index.oid = indexrelid
    cross join unnest(indkey::int[]) with ordinality as part(number, place)
    join pg_attribute on attrelid = indrelid and attnum = part.number
    group by index.relname, indpred, indrelid`)
  return new Map(rows.map(index => [index.name, index]))
}

const content = [
  'collection',
  'entry',
  'publication',
  'publication_variant',
  'publication_reference',
  'query_entry',
  'query_posting',
]

/** Of an entry that is wanted: whether it is the live row. */
const ofTheEntry = /^\([\w".]*from_revision = [\w".]*from_revision\)$/

/** Whether it looks at rows of content that it does not want. An update looks again at what its index is of. */
export function readsPast(
  { Filter, 'Relation Name': table = '', 'Index Name': name = '' }: PlanNode,
  indexes: Indexes,
): boolean {
  if (!content.includes(table) || Filter === undefined) return false
  return !ofTheEntry.test(Filter) && Filter !== indexes.get(name)?.rows
}

/** Whether it reads all of a table, or of an index. */
export function readsWhole({ 'Node Type': type, 'Index Cond': condition = '' }: PlanNode): boolean {
  return type === 'Seq Scan' || (type.includes('Index') && condition === '')
}

/** Whether it asks the index for a column, and not for one that stands before it: then it reads all that is between. */
export function skipsColumn(
  { 'Index Name': name = '', 'Index Cond': condition = '' }: PlanNode,
  indexes: Indexes,
): boolean {
  const asked = (indexes.get(name)?.columns ?? []).map(column =>
    // What a condition compares with stands behind the name of its table.
    new RegExp(`(?<![.\\w"])"?${column}"? (?:[=<>]|IS )`).test(condition),
  )
  return asked.lastIndexOf(true) >= asked.filter(Boolean).length
}

/** Whether it looks for a whole list again for each row of another table. */
export function asksListAgain({
  'Parent Relationship': place,
  'Index Cond': condition = '',
}: PlanNode): boolean {
  return place === 'Inner' && condition.includes('= ANY')
}
