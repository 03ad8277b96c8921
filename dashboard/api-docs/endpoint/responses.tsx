// Shows the responses of an endpoint: the keys of a success, and the errors by their codes.
import { Anchor, Table, Title } from '@mantine/core'
import type { Endpoint, OpenApiDocument } from '../document.ts'
import { InlineMarkdown } from '../markdown.tsx'
import { SchemaFields } from './schema-fields.tsx'

interface ResponsesProps {
  readonly document: OpenApiDocument
  readonly endpoint: Endpoint
}

export function Responses({ document, endpoint }: ResponsesProps) {
  const all = Object.entries(endpoint.responses)
  const good = all.filter(([status]) => /^[23]/.test(status))
  const errors = all.filter(([status]) => !/^[23]/.test(status))
  return (
    <>
      {good.map(([status, { description = '', content }]) => {
        const schema = content?.['application/json']?.schema
        return (
          <section key={status} aria-label={`Response ${status}`}>
            <Title order={2}>Response {status}</Title>
            <p>
              <InlineMarkdown text={description} />
            </p>
            {schema === undefined ? null : <SchemaFields document={document} schema={schema} />}
          </section>
        )
      })}
      {errors.length === 0 ? null : (
        <section aria-label="Errors">
          <Title order={2}>Errors</Title>
          <Table verticalSpacing="xs" className="errors-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Status</Table.Th>
                <Table.Th scope="col">When</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {errors.map(([status, { description = '' }]) => (
                <Table.Tr key={status}>
                  <Table.Th scope="row">{status === 'default' ? 'Other' : status}</Table.Th>
                  <Table.Td>
                    <InlineMarkdown text={description} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <p>
            <Anchor href="/docs/errors">All errors and what to do about them</Anchor>
          </p>
        </section>
      )}
    </>
  )
}
