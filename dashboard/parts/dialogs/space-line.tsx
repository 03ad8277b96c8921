// The space that a dialog concerns, as the dialog's first line.
import { Text } from '@mantine/core'
import { useSpace } from '../../api/space.ts'

export function SpaceLine() {
  const { name } = useSpace()
  return (
    <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      Space: {name}
    </Text>
  )
}
