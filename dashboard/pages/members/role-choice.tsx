// Radio buttons for the roles, each with its description.
import { Radio, Stack } from '@mantine/core'
import type { Role } from '../../../src/base/member.ts'
import { useSpace } from '../../api/space.ts'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { roleMeanings, toGrantable } from './role-rules.ts'

interface RoleChoiceProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const space = useSpace()
  const grantable = toGrantable(space.role)
  const choose = (text: string) => {
    const role = grantable.find(name => name === text)
    if (role) onChange(role)
  }
  return (
    <Radio.Group label="Role" value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {grantable.map(role => (
          <Radio
            key={role}
            value={role}
            label={roleLabels[role]}
            description={roleMeanings[role]}
            {...(role === value ? { 'data-autofocus': true } : {})}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
