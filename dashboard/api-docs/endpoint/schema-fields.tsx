// Lists the keys of an object schema. Nested objects can be expanded.

import type { ReactNode } from 'react'
import { useState } from 'react'
import { nameOf, type OpenApiDocument, resolve, type Schema } from '../document.ts'
import { InlineMarkdown } from '../markdown.tsx'

interface SchemaFieldsProps {
  readonly document: OpenApiDocument
  readonly schema: Schema
}

export function SchemaFields({ document, schema }: SchemaFieldsProps) {
  const found = resolve(document, innerOf(document, schema))
  const choices = found.oneOf ?? found.anyOf
  if (choices !== undefined) {
    return (
      <ul className="fields">
        {choices.map((choice, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a schema do not change
          <li key={place}>
            <p className="field-limits">{place === 0 ? 'One of these' : 'Or'}</p>
            <SchemaFields document={document} schema={choice} />
          </li>
        ))}
      </ul>
    )
  }
  const properties = Object.entries(found.properties ?? {})
  if (properties.length === 0) return <p className="field-limits">{toTypeText(document, schema)}</p>
  return (
    <ul className="fields">
      {properties.map(([name, of]) => (
        <Field
          key={name}
          name={name}
          type={toTypeText(document, of)}
          isRequired={found.required?.includes(name) ?? false}
        >
          {of.description === undefined ? null : (
            <p>
              <InlineMarkdown text={of.description} />
            </p>
          )}
          {toLimits(of).length === 0 ? null : <p className="field-limits">{toLimits(of).join(' · ')}</p>}
          {hasFields(document, of) ? <Inner document={document} schema={of} name={name} /> : null}
        </Field>
      ))}
    </ul>
  )
}

/** Renders nested keys only after they are expanded, because schemas can be recursive. */
function Inner({ document, schema, name }: SchemaFieldsProps & { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="fields-inner">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? `Hide the keys of ${name}` : `Show the keys of ${name}`}
      </button>
      {isOpen ? <SchemaFields document={document} schema={schema} /> : null}
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly children: ReactNode
}

export function Field({ name, type, isRequired, children }: FieldProps) {
  return (
    <li className="field">
      <p className="field-head">
        <code className="field-name">{name}</code>
        <span className="field-type">{type}</span>
        {isRequired ? <span className="field-required">required</span> : null}
      </p>
      {children}
    </li>
  )
}

/** Returns the schema of a list's items, or the schema itself. */
function innerOf(document: OpenApiDocument, schema: Schema): Schema {
  const found = resolve(document, schema)
  return found.items === undefined ? schema : innerOf(document, found.items)
}

function hasFields(document: OpenApiDocument, schema: Schema): boolean {
  const { properties, oneOf, anyOf } = resolve(document, innerOf(document, schema))
  return (
    properties !== undefined || [...(oneOf ?? []), ...(anyOf ?? [])].some(one => hasFields(document, one))
  )
}

export function toTypeText(document: OpenApiDocument, schema: Schema): string {
  const name = nameOf(schema)
  const found = resolve(document, schema)
  if (found.items !== undefined) return `list of ${toTypeText(document, found.items)}`
  if (name !== null && found.properties !== undefined) return name
  const types = typeof found.type === 'string' ? [found.type] : (found.type ?? [])
  const format = found.format === 'date-time' ? 'time' : found.format
  if (types.length > 0) return types.map(type => (type === 'string' && format ? format : type)).join(' or ')
  const choices = found.oneOf ?? found.anyOf
  if (choices !== undefined) return [...new Set(choices.map(one => toTypeText(document, one)))].join(' or ')
  return found.properties === undefined ? 'any value' : 'object'
}

/** Describes the limits of a value in words. */
export function toLimits(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, enum: allowed, default: absent } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined && `at most ${maximum}`
  return [
    range || null,
    minLength && minLength > 1 ? `at least ${minLength} characters` : null,
    maxLength === undefined ? null : `at most ${maxLength} characters`,
    allowed === undefined ? null : `one of ${allowed.map(value => JSON.stringify(value)).join(', ')}`,
    absent === undefined ? null : `default ${JSON.stringify(absent)}`,
  ].filter(text => text !== null)
}
