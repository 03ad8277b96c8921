// The sort keys of a list: up to three fields with directions, and an empty row for the next one.
import { CloseButton, Group, NativeSelect, Select, Stack } from '@mantine/core'
import { useId, useRef } from 'react'
import type { FieldError } from '../../../api/request.ts'
import { toInputAria } from '../../../parts/forms/input-aria.ts'
import { directionsOf, listSortOptions, withValues } from '../request/picker-options.ts'
import type { QueryModel } from '../request/query-models.ts'
import { isAbout, replaceName } from '../request/standing-errors.ts'
import type { TryRequest } from '../request/try-request.ts'
import { scrollingOptions } from './option-list.ts'
import { ParameterError, Suggestions } from './parameter-error.tsx'

interface SortRowsProps {
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Pick<TryRequest, 'sort'>) => void
}

/** The server's limit. */
const keysMax = 3

export function SortRows({ request, models, errors, onChange }: SortRowsProps) {
  const { collection, sort, q } = request
  const id = useId()
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const own = errors.filter(({ name }) => name === 'sort')
  const known = listSortOptions(models, collection)
  const set = (index: number, key: string) => onChange({ sort: [...new Set(sort.with(index, key))] })
  /** Moves the focus first, because the focused button disappears with the row. */
  const remove = (index: number) => {
    inputs.current[index]?.focus()
    onChange({ sort: sort.toSpliced(index, 1) })
  }
  const mend = (error: FieldError) => {
    inputs.current[0]?.focus()
    onChange({ sort: replaceName(sort, error) })
  }
  const rows = sort.length < keysMax ? [...sort, ''] : sort
  return (
    <Stack gap="xs" role="group" aria-label="Sort" className="try-sort">
      {rows.map((key, index) => {
        const isDescending = key.startsWith('-')
        const name = isDescending ? key.slice(1) : key
        const option = known.find(({ value }) => value === name)
        const isWrong = own.some(error => isAbout(error, key))
        const place = index === 0 ? 'Sort by' : 'Then by'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own that outlives its key
          <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
            <Select
              ref={input => {
                inputs.current[index] = input
              }}
              label={place}
              placeholder={index > 0 ? 'No other field' : q === '' ? 'Newest first' : 'Best match first'}
              data={[...withValues(known, [name])].filter(
                ({ value }) => value === name || !sort.some(each => each === value || each === `-${value}`),
              )}
              value={name || null}
              onChange={chosen => {
                if (chosen === null) return
                const next = isDescending ? `-${chosen}` : chosen
                if (key === '') onChange({ sort: [...sort, next] })
                else set(index, next)
              }}
              allowDeselect={false}
              searchable
              nothingFoundMessage="No field found"
              comboboxProps={{ withinPortal: false }}
              {...scrollingOptions}
              error={isWrong}
              {...toInputAria({ describedBy: isWrong ? `${id}-error` : undefined, invalid: isWrong })}
              style={{ flex: '1 1 0', minWidth: 0 }}
            />
            {key === '' ? null : (
              <>
                <NativeSelect
                  aria-label={`Direction of ${name}`}
                  data={directionsOf(option?.type).map((label, place) => ({
                    value: place === 0 ? 'up' : 'down',
                    label,
                  }))}
                  value={isDescending ? 'down' : 'up'}
                  onChange={event => set(index, event.currentTarget.value === 'down' ? `-${name}` : name)}
                  w="8.25rem"
                />
                <CloseButton aria-label={`Do not sort by ${name}`} mb={4} onClick={() => remove(index)} />
              </>
            )}
          </Group>
        )
      })}
      <ParameterError id={`${id}-error`} errors={own} />
      <Suggestions errors={own} onMend={mend} />
    </Stack>
  )
}
