// The input of the model editor for the components of which the blocks of a field may be.
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useComponents } from '../../api/content/content.ts'
import type { RuleInputProps } from '../field-type.ts'

interface ComponentsInputProps extends RuleInputProps {
  readonly label?: string
  readonly description?: string
  readonly isOptional?: boolean
}

export function ComponentsInput(props: ComponentsInputProps) {
  const { form, errors, onChange, label = 'Components', isOptional = false } = props
  const { description = 'The ones that editors can add.' } = props

  const { data = [] } = useComponents()
  const gone = form.of.filter(name => !data.some(({ apiName }) => apiName === name))
  const all = [...data, ...gone.map(apiName => ({ apiName, name: apiName }))]
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...form.of]}
      error={errors.of}
      onChange={of => onChange({ of })}
      withAsterisk={!isOptional}
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
