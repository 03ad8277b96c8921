/** @jsxImportSource hono/jsx */
// A schema as a readable list of its keys, folded level by level. A component inside itself is a link to its own place.
import type { Child } from 'hono/jsx'
import { DeprecatedMark, RequiredMark } from './heading.tsx'
import { Markdown } from './markdown.tsx'
import type { Schema } from './open-api-shape.ts'
import type { PageContext } from './page-context.ts'
import { factsOf, otherKeysOf, propertiesOf, type SchemaFacts } from './schema-facts.ts'
import { limitsAndDefaultOf } from './schema-limits.ts'
import { Limits, TypeLabel } from './type-label.tsx'

/** Components inside components are unfolded this deep, then linked: without a limit the page grows by powers. */
const nestingMax = 4

interface SchemaViewProps {
  readonly page: PageContext
  readonly schema: Schema
  /** Components that this one stands inside of. */
  readonly trail?: readonly string[]
}

/** The keys of an object, of the items of an array, or of each alternative. Nothing for a plain value. */
export function SchemaView({ page, schema, trail = [] }: SchemaViewProps) {
  const facts = factsOf(page.document, schema)
  const inside = facts.name === null ? trail : [...trail, facts.name]
  const { items, prefixItems } = facts.schema
  if (facts.alternatives.length > 0) return <Alternatives page={page} facts={facts} trail={inside} />
  if (prefixItems !== undefined) return <Places page={page} places={prefixItems} trail={inside} />
  if (items !== undefined)
    return <>{unfolds(page, items, inside) && <SchemaView page={page} schema={items} trail={inside} />}</>
  const other = otherKeysOf(facts.schema)
  const properties = propertiesOf(facts.schema)
  if (properties.length === 0 && (other === null || !unfolds(page, other, inside))) return null
  return (
    <ul class="properties">
      {properties.map(([name, property]) => (
        <SchemaRow
          page={page}
          name={<code class="name">{name}</code>}
          schema={property}
          required={facts.schema.required?.includes(name)}
          trail={inside}
        />
      ))}
      {other === null ? null : (
        <SchemaRow page={page} name={<em>any other key</em>} schema={other} trail={inside} />
      )}
    </ul>
  )
}

interface SchemaRowProps {
  readonly page: PageContext
  readonly name: Child
  readonly schema: Schema
  readonly required?: boolean | undefined
  readonly trail?: readonly string[]
}

/** One named value: what it is, what it may be, and what is in it. */
export function SchemaRow({ page, name, schema, required, trail = [] }: SchemaRowProps) {
  const facts = factsOf(page.document, schema)
  return (
    <li>
      <p class="property">
        {name} <TypeLabel page={page} schema={schema} /> <RequiredMark when={required} />
        <DeprecatedMark when={facts.schema.deprecated} />
      </p>
      <div class="property-text">
        <Markdown text={facts.schema.description} errorAnchors={page.errorAnchors} />
        <Limits limits={limitsAndDefaultOf(facts.schema)} />
      </div>
      {unfolds(page, schema, trail) ? (
        <details class="nested">
          <summary>{foldTitle(page, schema)}</summary>
          <SchemaView page={page} schema={schema} trail={trail} />
        </details>
      ) : null}
    </li>
  )
}

function foldTitle(page: PageContext, schema: Schema): string {
  const facts = factsOf(page.document, schema)
  const { items } = facts.schema
  if (facts.alternatives.length > 0) return 'Alternatives'
  if (facts.schema.prefixItems !== undefined) return 'Items'
  if (items !== undefined) return facts.name === null ? foldTitle(page, items) : `Items of ${facts.name}`
  return facts.name === null ? 'Keys' : `Keys of ${facts.name}`
}

function Alternatives({
  page,
  facts,
  trail,
}: {
  page: PageContext
  facts: SchemaFacts
  trail: readonly string[]
}) {
  return (
    <ul class="properties">
      {facts.alternatives.map((alternative, index) => (
        <SchemaRow
          page={page}
          name={<em>{index === 0 ? 'either' : 'or'}</em>}
          schema={alternative}
          trail={trail}
        />
      ))}
    </ul>
  )
}

function Places({
  page,
  places,
  trail,
}: {
  page: PageContext
  places: readonly Schema[]
  trail: readonly string[]
}) {
  return (
    <ul class="properties">
      {places.map((place, index) => (
        <SchemaRow page={page} name={<code class="name">{index}</code>} schema={place} trail={trail} />
      ))}
    </ul>
  )
}

/** Whether there is anything to show inside, and room for it. */
function unfolds(page: PageContext, schema: Schema, trail: readonly string[]): boolean {
  const facts = factsOf(page.document, schema)
  if (facts.name !== null && (trail.includes(facts.name) || trail.length >= nestingMax)) return false
  const inside = facts.name === null ? trail : [...trail, facts.name]
  if (facts.alternatives.length > 0) {
    return facts.alternatives.some(alternative => unfolds(page, alternative, inside))
  }
  const { items, prefixItems } = facts.schema
  if (prefixItems !== undefined) return prefixItems.some(place => unfolds(page, place, inside))
  if (items !== undefined) return unfolds(page, items, inside)
  const other = otherKeysOf(facts.schema)
  return propertiesOf(facts.schema).length > 0 || (other !== null && unfolds(page, other, inside))
}
