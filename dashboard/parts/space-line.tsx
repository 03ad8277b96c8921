// The space that a dialog is about, as the first line of the dialog.
import { Text } from '@mantine/core'
import { useSpace } from '../api/space.ts'

export function SpaceLine() {
  const { name } = useSpace()
  return (
    <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      Space: {name}
    </Text>
  )
}
