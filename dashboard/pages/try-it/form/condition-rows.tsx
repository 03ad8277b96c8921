// The conditions of a list request, initially none: group, field, operator and value, with the server's errors.
import {
  Autocomplete,
  Button,
  CloseButton,
  Code,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type Ref, useId, useMemo, useRef } from 'react'
import type { FieldError } from '../../../api/request.ts'
import { truths } from '../../../fields/typed-value.ts'
import { toInputAria } from '../../../parts/forms/input-aria.ts'
import {
  type Condition,
  type ConditionGroup,
  conditionGroups,
  fitCondition,
  isTrueOrFalse,
  newCondition,
  partOf,
  readParameterName,
  toParameterName,
} from '../request/conditions.ts'
import {
  findPath,
  listOperators,
  listPaths,
  type PathOption,
  type QueryModel,
} from '../request/path-options.ts'
import { queryValuesOf } from '../request/query-values.ts'
import { scrollingOptions } from './option-list.ts'
import { ParameterError, Suggestions } from './parameter-error.tsx'

interface ConditionRowsProps {
  readonly conditions: readonly Condition[]
  readonly models: readonly QueryModel[]
  /** An API name. */
  readonly collection: string
  readonly errors: readonly FieldError[]
  readonly incomplete: boolean
  readonly onChange: (conditions: readonly Condition[]) => void
}

/** The conditions of a list request. Initially there are none. */
export function ConditionRows(props: ConditionRowsProps) {
  const { conditions, models, collection, errors, incomplete, onChange } = props
  const paths = useRef(new Map<number, HTMLInputElement>())
  const addButton = useRef<HTMLButtonElement>(null)
  const replace = (index: number, condition: Condition) => onChange(conditions.with(index, condition))
  const add = () => {
    focusWhenShown.current = conditions.length
    onChange([...conditions, newCondition])
  }
  /** Moves the focus first, because the focused button disappears with the row. */
  const remove = (index: number) => {
    addButton.current?.focus()
    onChange(conditions.toSpliced(index, 1))
  }
  const mend = (index: number, condition: Condition) => {
    paths.current.get(index)?.focus()
    replace(index, condition)
  }
  const focusWhenShown = useRef<number | null>(null)
  const noteInput = (index: number) => (input: HTMLInputElement | null) => {
    if (input === null) {
      paths.current.delete(index)
      return
    }
    paths.current.set(index, input)
    if (focusWhenShown.current !== index) return
    focusWhenShown.current = null
    input.focus()
  }
  return (
    <Stack gap="xs" role="group" aria-label="Conditions">
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own
          key={index}
          number={index + 1}
          {...{ condition, models, collection }}
          errors={errors.filter(({ name }) => name === toParameterName(condition))}
          isIncomplete={incomplete}
          pathInput={noteInput(index)}
          onChange={next => replace(index, next)}
          onMend={next => mend(index, next)}
          onRemove={() => remove(index)}
        />
      ))}
      {conditions.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          <Code>filter</Code>: all must hold. <Code>any</Code>: at least one of each group must hold.{' '}
          <Code>not</Code>: none may hold.
        </Text>
      )}
      <Button variant="default" ref={addButton} onClick={add} style={{ alignSelf: 'flex-start' }} size="xs">
        Add condition
      </Button>
    </Stack>
  )
}

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

/** One condition: its group, field, operator and value, and the server's errors about it. */
function ConditionRow(props: ConditionRowProps) {
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

interface ValueFieldProps {
  /** The condition's path; null if it is unknown. */
  readonly option: PathOption | null
  readonly operator: string
  readonly value: string
  readonly isWrong: boolean
  /** The ids of the elements that describe the input. */
  readonly describedBy: string | undefined
  readonly onChange: (value: string) => void
}

/** The value of a condition: a select for booleans, otherwise text. */
function ValueField({ option, operator, value, isWrong, describedBy, onChange }: ValueFieldProps) {
  const { isNumeric, placeholder = 'Value' } = queryValuesOf(option?.type)
  const common = {
    'aria-label': 'Value',
    value,
    error: isWrong,
    ...toInputAria({ describedBy, invalid: isWrong }),
    style: { flex: '1 1 0', minWidth: 0 },
  }
  if (isTrueOrFalse(option, operator)) {
    return (
      <NativeSelect
        {...common}
        data={truths.includes(value) ? [...truths] : [value, ...truths]}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      onChange={event => onChange(event.currentTarget.value)}
      inputMode={isNumeric ? 'decimal' : 'text'}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** Describes the syntax of the value if it is not obvious. */
function toHint(option: PathOption | null, operator: string): string | null {
  if (operator === 'exists') return null
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  const hints = [
    queryValuesOf(option?.type).hint,
    isList ? 'Separate values with commas; \\, is a comma in a value.' : null,
  ]
  return hints.filter(Boolean).join(' ') || null
}
