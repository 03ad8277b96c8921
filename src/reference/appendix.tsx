/** @jsxImportSource hono/jsx */
// The chapters after the operations: errors, all parameters, all schemas. Looking things up, not reading through.
import { Heading } from './heading.tsx'
import { Markdown } from './markdown.tsx'
import type { Parameter } from './open-api-shape.ts'
import type { OperationEntry } from './operations.ts'
import type { PageContext } from './page-context.ts'
import { ParameterCells, parameterColumns, TableBox } from './parameter-table.tsx'
import { follow } from './references.ts'
import { StatusMark } from './response-view.tsx'
import { factsOf } from './schema-facts.ts'
import { limitsAndDefaultOf } from './schema-limits.ts'
import { SchemaView } from './schema-view.tsx'
import { Limits, TypeLabel } from './type-label.tsx'

export function ErrorsSection({ page }: { page: PageContext }) {
  const errors = page.document['x-error-codes'] ?? []
  return (
    <section class="chapter">
      <Heading level={2} anchor="errors">
        Errors
      </Heading>
      <p>
        Every error carries one of these codes. Decide by the code: it stays, while the wording may change.
      </p>
      <TableBox label="Error codes" columns={['Code', 'Status', 'Title', 'Description']}>
        {errors.map(error => {
          const anchor = page.errorAnchors.get(error.code) ?? ''
          return (
            <tr id={anchor}>
              <th scope="row">
                <a class="plain" href={`#${anchor}`}>
                  <code class="name">{error.code}</code>
                </a>
              </th>
              <td>
                <StatusMark status={String(error.status)} />
              </td>
              <td>{error.title}</td>
              <td class="text">
                <Markdown text={error.description} errorAnchors={page.errorAnchors} />
              </td>
            </tr>
          )
        })}
      </TableBox>
    </section>
  )
}

interface UsedParameter {
  readonly parameter: Parameter
  readonly uses: readonly OperationEntry[]
}

/** Every parameter once, with its operations. The same name with other bounds is another parameter. */
export function usedParameters(page: PageContext): readonly UsedParameter[] {
  const found = new Map<string, { parameter: Parameter; uses: OperationEntry[] }>()
  const add = (parameter: Parameter, uses: readonly OperationEntry[]) => {
    const key = JSON.stringify([parameter.in, parameter.name, parameter.schema, parameter.required])
    const known = found.get(key)
    if (known === undefined) found.set(key, { parameter, uses: [...uses] })
    else known.uses.push(...uses)
  }
  for (const entry of page.groups.flatMap(group => group.operations)) {
    for (const parameter of entry.parameters) add(parameter, [entry])
  }
  for (const given of Object.values(page.document.components?.parameters ?? {})) {
    const parameter = follow<Parameter>(page.document, given)?.value
    if (parameter !== undefined) add(parameter, [])
  }
  return [...found.values()]
}

export function ParametersSection({ page }: { page: PageContext }) {
  return (
    <section class="chapter">
      <Heading level={2} anchor="parameters">
        Parameters
      </Heading>
      <TableBox label="All parameters" columns={parameterColumns}>
        {usedParameters(page).map(({ parameter, uses }) => (
          <tr>
            <ParameterCells page={page} parameter={parameter}>
              <ul class="uses">
                {uses.map(entry => (
                  <li>
                    <a href={`#${entry.anchor}`}>{entry.title}</a>
                  </li>
                ))}
              </ul>
            </ParameterCells>
          </tr>
        ))}
      </TableBox>
    </section>
  )
}

export function SchemasSection({ page }: { page: PageContext }) {
  return (
    <section class="chapter">
      <Heading level={2} anchor="schemas">
        Schemas
      </Heading>
      {Object.entries(page.document.components?.schemas ?? {}).map(([name, schema]) => {
        const facts = factsOf(page.document, schema)
        return (
          <section class="entry schema">
            <Heading level={3} anchor={page.schemaAnchors.get(name) ?? ''}>
              {name}
            </Heading>
            <p class="property">
              <TypeLabel page={page} schema={schema} />
            </p>
            <Markdown text={facts.schema.description} errorAnchors={page.errorAnchors} />
            <Limits limits={limitsAndDefaultOf(facts.schema)} />
            <SchemaView page={page} schema={schema} trail={[name]} />
          </section>
        )
      })}
    </section>
  )
}
