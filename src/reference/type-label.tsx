/** @jsxImportSource hono/jsx */
// The type of a value on one line: `string or null`, `array of Entry`, with components as links; and its limits.
import type { Schema, SchemaObject } from './open-api-shape.ts'
import type { PageContext } from './page-context.ts'
import { factsOf, otherKeysOf, propertiesOf, type SchemaFacts } from './schema-facts.ts'
import type { Limit } from './schema-limits.ts'

interface TypeLabelProps {
  readonly page: PageContext
  readonly schema: Schema
}

export function TypeLabel({ page, schema }: TypeLabelProps) {
  const facts = factsOf(page.document, schema)
  return (
    <span class="type">
      <TypeText page={page} facts={facts} />
      {saysNull(page, facts) ? ' or null' : null}
    </span>
  )
}

function TypeText({ page, facts }: { page: PageContext; facts: SchemaFacts }) {
  const anchor = facts.name === null ? undefined : page.schemaAnchors.get(facts.name)
  if (anchor !== undefined) return <a href={`#${anchor}`}>{facts.name}</a>
  if (facts.alternatives.length > 0) {
    return joined(
      facts.alternatives.map(alternative => <TypeLabel page={page} schema={alternative} />),
      ' or ',
    )
  }
  if (isOnlyNull(facts)) return <>null</>
  if (facts.types.length === 0) return <>any value</>
  return joined(
    facts.types.map(type => <OneType page={page} type={type} schema={facts.schema} />),
    ' or ',
  )
}

function OneType({ page, type, schema }: { page: PageContext; type: string; schema: SchemaObject }) {
  const { items, prefixItems } = schema
  if (type === 'array' && prefixItems !== undefined) {
    const places = prefixItems.map(item => <TypeLabel page={page} schema={item} />)
    return <>array of exactly {joined(places, ', ')}</>
  }
  if (type === 'array' && items !== undefined) {
    return (
      <>
        array of <InnerLabel page={page} schema={items} />
      </>
    )
  }
  const values = otherKeysOf(schema)
  if (type === 'object' && values !== null && propertiesOf(schema).length === 0) {
    return (
      <>
        object of <InnerLabel page={page} schema={values} />
      </>
    )
  }
  return <>{schema.format === undefined ? type : `${type} (${schema.format})`}</>
}

/** In brackets where there is a choice, so that `array of (A or null)` is not read as `(array of A) or null`. */
function InnerLabel({ page, schema }: TypeLabelProps) {
  const facts = factsOf(page.document, schema)
  const label = <TypeLabel page={page} schema={schema} />
  const choices = isLinked(page, facts) ? 1 : Math.max(facts.alternatives.length, facts.types.length)
  return choices > 1 || saysNull(page, facts) ? <>({label})</> : label
}

function isLinked(page: PageContext, facts: SchemaFacts): boolean {
  return facts.name !== null && page.schemaAnchors.has(facts.name)
}

/** A component that may be null says so at its own place, not wherever its name stands. */
function saysNull(page: PageContext, facts: SchemaFacts): boolean {
  if (!facts.nullable || isOnlyNull(facts)) return false
  const own = facts.name === null ? undefined : page.document.components?.schemas?.[facts.name]
  return own === undefined || !factsOf(page.document, own).nullable
}

function joined(parts: readonly unknown[], between: string) {
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index === 0 ? null : between}
          {part}
        </>
      ))}
    </>
  )
}

function isOnlyNull(facts: SchemaFacts): boolean {
  return facts.nullable && facts.types.length === 0 && facts.alternatives.length === 0
}

/** Bounds, patterns and choices, each on its line. */
export function Limits({ limits }: { limits: readonly Limit[] }) {
  return (
    <>
      {limits.map(limit => (
        <span class="limit">
          {limit.text}
          {limit.values.map(value => (
            <>
              {' '}
              <code>{value}</code>
            </>
          ))}
        </span>
      ))}
    </>
  )
}
