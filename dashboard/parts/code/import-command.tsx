// Shows the command that imports content into the space, for every way to install the server.
import { Code, Text } from '@mantine/core'
import { useSpace } from '../../api/space.ts'
import { CodeBlock } from './code-block.tsx'

export function ImportCommand() {
  const { slug } = useSpace()
  return (
    <>
      <Text size="sm">
        Import a file with this command where the server is installed. The file is NDJSON with one collection
        or entry per line, or an export of a Contentful space.
      </Text>
      <CodeBlock label="import command" text={`frontlist import FILE --space ${slug}`} />
      <Text size="sm" c="dimmed">
        In a source checkout, replace <Code>frontlist</Code> with <Code>npm run -s frontlist --</Code>. With
        Docker, put <Code>docker exec CONTAINER</Code> before the command.
      </Text>
    </>
  )
}
