// A space without collections: how content comes into it.
import { Box } from '@mantine/core'
import { useSignedIn } from '../../api/session.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

export function NoContent() {
  const slug = useSignedIn().space?.slug ?? 'SPACE'
  return (
    <EmptyState
      title="No content yet"
      action={
        <Box w="100%" maw="44rem">
          <CodeBlock
            text={`npm run -s frontlist -- import content.ndjson --space ${slug}`}
            label="Command that imports content"
          />
        </Box>
      }
    >
      Content comes from a file: NDJSON, one collection or entry a line, or a Contentful space export. Import
      it where the server runs; it shows here at once.
    </EmptyState>
  )
}
