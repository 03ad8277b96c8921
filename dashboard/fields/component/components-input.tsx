// The input of the model editor for the components of which the blocks of a field may be.
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useComponents } from '../../api/content/content.ts'
import type { RuleInputProps } from '../field-type.ts'

export function ComponentsInput({ form, errors, onChange }: RuleInputProps) {
  const { data = [] } = useComponents()
  const gone = form.of.filter(name => !data.some(({ apiName }) => apiName === name))
  const all = [...data, ...gone.map(apiName => ({ apiName, name: apiName }))]
  return (
    <Checkbox.Group
      label="Components"
      description="The ones that editors can add."
      value={[...form.of]}
      error={errors.of}
      onChange={of => onChange({ of })}
      withAsterisk
    >
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={6} mt={6} className="model-targets">
        {all.map(({ apiName, name }) => (
          <Checkbox key={apiName} value={apiName} label={name} size="sm" />
        ))}
      </SimpleGrid>
      {all.length === 0 ? (
        <Text size="sm" c="dimmed">
          The space has no components. Add one to the content model first.
        </Text>
      ) : null}
    </Checkbox.Group>
  )
}
