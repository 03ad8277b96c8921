// Shows the URL of the request with a copy button.
import { Box, Code, Group, Text } from '@mantine/core'
import { CopyTextButton } from '../../../parts/code/code-block.tsx'

interface RequestUrlProps {
  /** Starts with `/api/`; null while the request is incomplete. */
  readonly path: string | null
}

export function RequestUrl({ path }: RequestUrlProps) {
  return (
    <Group component="section" aria-label="Address" gap="sm" wrap="nowrap" align="flex-start" mb="md">
      <Box style={{ flexGrow: 1, minWidth: 0 }}>
        {path === null ? (
          <Text c="dimmed">Complete the request to see its address.</Text>
        ) : (
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            GET{' '}
            {toPieces(path).map(piece => (
              <span key={piece} style={unbroken}>
                {piece}
              </span>
            ))}
          </Code>
        )}
      </Box>
      {path === null ? null : (
        <CopyTextButton
          text={`${location.origin}${path}`}
          what="the address"
          size="compact-sm"
          style={{ flexShrink: 0 }}
        />
      )}
    </Group>
  )
}

/** Lines break between parameters. A parameter breaks only if it is longer than a line. */
const unbroken = { display: 'inline-block', maxWidth: '100%' } as const

function toPieces(path: string): readonly string[] {
  return path.split(/(?<=[?&])/)
}
