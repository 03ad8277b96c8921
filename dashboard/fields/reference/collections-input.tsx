// The input of the model editor for the collections that the values of a field may refer to.
import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useAllCollections } from '../../api/content/content.ts'
import type { RuleInputProps } from '../field-type.ts'

interface CollectionsInputProps extends Pick<RuleInputProps, 'form' | 'errors' | 'onChange'> {
  readonly label: string
  readonly description: string
}

export function CollectionsInput({ form, errors, onChange, label, description }: CollectionsInputProps) {
  const { data = [] } = useAllCollections()
  const known = data.map(({ apiName, name }) => ({ apiName, name }))
  const gone = form.to.filter(apiName => !known.some(one => one.apiName === apiName))
  const all = [...known, ...gone.map(apiName => ({ apiName, name: apiName }))]
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...form.to]}
      error={errors.to}
      onChange={to => onChange({ to })}
    >
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={6} mt={6} className="model-targets">
        {all.map(({ apiName, name }) => (
          <Checkbox key={apiName} value={apiName} label={name} size="sm" />
        ))}
        {all.length === 0 ? (
          <Text size="sm" c="dimmed">
            The space has no collections.
          </Text>
        ) : null}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
