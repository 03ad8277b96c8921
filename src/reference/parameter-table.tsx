/** @jsxImportSource hono/jsx */
// Parameters as a table that scrolls in its own box. The same rows serve an operation and the list of all parameters.
import type { Child } from 'hono/jsx'
import { DeprecatedMark, RequiredMark } from './heading.tsx'
import { Markdown } from './markdown.tsx'
import type { Parameter, Schema } from './open-api-shape.ts'
import type { PageContext } from './page-context.ts'
import { factsOf } from './schema-facts.ts'
import { limitsOf, valueText } from './schema-limits.ts'
import { ScrollBox } from './scroll-box.tsx'
import { Limits, TypeLabel } from './type-label.tsx'

interface TableBoxProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly children?: Child
}

/** Wide tables scroll inside their box, so that the page never scrolls sideways. */
export function TableBox({ label, columns, children }: TableBoxProps) {
  return (
    <ScrollBox name="table-box" label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(column => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  )
}

interface ParameterTableProps {
  readonly page: PageContext
  readonly label: string
  readonly parameters: readonly Parameter[]
}

export const parameterColumns = ['Name', 'Type', 'Default', 'Description'] as const

export function ParameterTable({ page, label, parameters }: ParameterTableProps) {
  return (
    <TableBox label={label} columns={parameterColumns}>
      {parameters.map(parameter => (
        <tr>
          <ParameterCells page={page} parameter={parameter} />
        </tr>
      ))}
    </TableBox>
  )
}

interface ParameterCellsProps {
  readonly page: PageContext
  readonly parameter: Parameter
  readonly children?: Child
}

export function ParameterCells({ page, parameter, children }: ParameterCellsProps) {
  const schema = schemaOf(parameter)
  const facts = factsOf(page.document, schema)
  const limits = limitsOf(facts.schema)
  return (
    <>
      <th scope="row">
        <code class="name">{parameter.name}</code>
        <span class="place">in {parameter.in}</span>
        <RequiredMark when={parameter.required} />
        <DeprecatedMark when={parameter.deprecated} />
      </th>
      <td>
        <TypeLabel page={page} schema={schema} />
        <Limits limits={limits.filter(limit => limit.values.length === 0)} />
      </td>
      <td>
        {facts.schema.default === undefined ? (
          <span class="none">none</span>
        ) : (
          <code>{valueText(facts.schema.default)}</code>
        )}
      </td>
      <td class="text">
        <Markdown text={parameter.description ?? facts.schema.description} errorAnchors={page.errorAnchors} />
        {/* Patterns and choices are long: they have no room beside the type. */}
        <Limits limits={limits.filter(limit => limit.values.length > 0)} />
        {children}
      </td>
    </>
  )
}

function schemaOf(parameter: Parameter): Schema {
  return parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {}
}
