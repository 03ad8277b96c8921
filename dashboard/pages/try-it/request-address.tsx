// The address that the form stands for, readable and to copy.
import { Box, Code, Group, Text } from '@mantine/core'
import { CopyTextButton } from '../../parts/copy-button.tsx'

interface RequestAddressProps {
  /** Starts with `/api/`; null while the request is incomplete. */
  readonly path: string | null
}

export function RequestAddress({ path }: RequestAddressProps) {
  return (
    <Group component="section" aria-label="Address" gap="sm" wrap="nowrap" align="flex-start" mb="md">
      <Box style={{ flexGrow: 1, minWidth: 0 }}>
        {path === null ? (
          <Text c="dimmed">Complete the request to see its address.</Text>
        ) : (
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            GET {path}
          </Code>
        )}
      </Box>
      {path === null ? null : (
        <CopyTextButton text={`${location.origin}${path}`} what="the address" size="compact-sm" />
      )}
    </Group>
  )
}
