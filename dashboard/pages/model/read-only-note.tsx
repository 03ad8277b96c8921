// Explains that the user's role can view the model but not change it.
import { Text } from '@mantine/core'
import { useHasRight, useSpace } from '../../api/space.ts'
import { roleLabels } from '../../parts/people/role-labels.ts'

export function ReadOnlyNote() {
  const { role } = useSpace()
  const mayModel = useHasRight('model')
  return mayModel ? null : (
    <Text size="sm" c="dimmed">
      {`Your role (${roleLabels[role]}) can view the content model. Only owners and admins can change it.`}
    </Text>
  )
}
