// One condition: its group, field, operator and value, and the server's errors about it.
import { Autocomplete, CloseButton, Fieldset, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type Ref, useId, useMemo } from 'react'
import type { FieldError } from '../../../api/request.ts'
import {
  type Condition,
  type ConditionGroup,
  conditionGroups,
  readParameterName,
} from '../request/conditions.ts'
import { fitCondition, partOf } from '../request/fit-condition.ts'
import { findPath, listOperators, listPaths } from '../request/path-options.ts'
import type { QueryModel } from '../request/query-models.ts'
import { scrollingOptions } from './option-list.ts'
import { ParameterError, Suggestions } from './parameter-error.tsx'
import { toHint, ValueField } from './value-field.tsx'

interface ConditionRowProps {
  /** Counted from 1. */
  readonly number: number
  readonly condition: Condition
  readonly models: readonly QueryModel[]
  /** An API name. */
  readonly collection: string
  readonly errors: readonly FieldError[]
  /** True if the user tried to send the request while this condition had no field. */
  readonly isIncomplete: boolean
  readonly pathInput: Ref<HTMLInputElement>
  readonly onChange: (condition: Condition) => void
  readonly onMend: (condition: Condition) => void
  readonly onRemove: () => void
}

const missingField: FieldError = {
  in: 'query',
  name: '',
  message: 'choose a field, or remove the condition',
}

export function ConditionRow(props: ConditionRowProps) {
  const { number, condition, models, collection, onChange } = props
  const { group, path, operator, value } = condition
  const id = useId()
  const option = useMemo(() => findPath(models, collection, path), [models, collection, path])
  // A complete path does not filter the suggestions.
  const typed = path === option?.path ? '' : path
  const paths = useMemo(() => listPaths(models, collection, typed), [models, collection, typed])
  const errors = props.isIncomplete && path === '' ? [missingField] : props.errors
  const wrong = errors.map(error => partOf(error, option))
  const hint = toHint(option, operator)
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  const attributes = { input: { 'aria-describedby': describedBy || undefined } }
  const change = (part: Partial<Condition>) => {
    const next = { ...condition, ...part }
    const nextOption = findPath(models, collection, next.path)
    onChange(fitCondition({ condition, option }, { condition: next, option: nextOption }))
  }
  const mend = ({ didYouMean = '' }: FieldError) => {
    const meant = readParameterName(didYouMean)
    if (meant) props.onMend({ ...meant, value })
  }
  return (
    <Fieldset legend={`Condition ${number}`} px="sm" pt="xs" pb="sm" mx={0}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label="Group"
            data={[...conditionGroups]}
            value={group}
            onChange={event => onChange({ ...condition, group: event.currentTarget.value as ConditionGroup })}
            w="5.75rem"
          />
          <Autocomplete
            ref={props.pathInput}
            aria-label="Field"
            placeholder="Field"
            value={path}
            onChange={text => change({ path: text.trim() })}
            data={paths.map(each => each.path)}
            filter={({ options }) => options}
            renderOption={({ option: { value: text } }) => (
              <PathLine path={text} type={paths.find(each => each.path === text)?.type} />
            )}
            error={wrong.includes('path')}
            attributes={attributes}
            {...scrollingOptions}
            comboboxProps={{ withinPortal: false, width: 264, position: 'bottom-end' }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            style={{ flex: '1 1 0', minWidth: 0 }}
          />
          <CloseButton aria-label={`Remove condition ${number}`} onClick={props.onRemove} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label="Operator"
            data={listOperators(option, operator).map(name => ({
              value: name,
              label: toOperatorLabel(name),
            }))}
            value={operator}
            onChange={event => change({ operator: event.currentTarget.value })}
            error={wrong.includes('operator')}
            attributes={attributes}
            w="9.5rem"
          />
          <ValueField
            {...{ option, operator, value }}
            isWrong={wrong.includes('value')}
            describedBy={describedBy || undefined}
            onChange={text => onChange({ ...condition, value: text })}
          />
        </Group>
        {hint === null ? null : (
          <Text id={`${id}-hint`} size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        <ParameterError id={`${id}-error`} errors={errors} />
        <Suggestions errors={errors} onMend={mend} />
      </Stack>
    </Fieldset>
  )
}

const operatorWords: Readonly<Record<string, string>> = {
  eq: 'equals',
  ne: 'differs from',
  in: 'one of',
  nin: 'none of',
  all: 'all of',
  eqi: 'any case',
  prefix: 'starts with',
  lt: 'less than',
  lte: 'at most',
  gt: 'greater than',
  gte: 'at least',
  exists: 'has a value',
}

function toOperatorLabel(name: string): string {
  const words = operatorWords[name]
  return words === undefined ? name : `${name}: ${words}`
}

function PathLine({ path, type }: { readonly path: string; readonly type: string | undefined }) {
  return (
    <Group gap="md" justify="space-between" wrap="nowrap" w="100%">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {path}
      </Text>
      <Text size="xs" c="dimmed">
        {type}
      </Text>
    </Group>
  )
}
