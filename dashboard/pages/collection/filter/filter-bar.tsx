// The conditions of a list: a chip for each, which removes it, and a button that adds one.
import { Button } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import { type Condition, conditionsMax } from '../conditions.ts'
import type { ListLocation } from '../list-location.ts'

/** Separate bundles, because they have the names and the inputs of all field types. */
const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }))
const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

interface FilterBarProps {
  readonly collection: CollectionModelView
  readonly location: ListLocation
}

export function FilterBar({ collection, location: { parameters, change } }: FilterBarProps) {
  const [isAdding, setAdding] = useState(false)
  const [wasAdding, setWasAdding] = useState(false)
  const { conditions } = parameters
  const fields = collection.fields.filter(({ query }) => query !== false) as readonly Field[]
  const remove = (condition: Condition) => {
    change({ conditions: conditions.filter(one => one !== condition) })
    document.getElementById('entries')?.focus({ preventScroll: true })
  }
  const add = (condition: Condition) => {
    change({ conditions: [...conditions.filter(({ name }) => name !== condition.name), condition] })
    setAdding(false)
  }
  return (
    <div className="filter-bar">
      {conditions.length > 0 ? (
        <Suspense>
          <FilterChips conditions={conditions} fields={fields} onRemove={remove} />
        </Suspense>
      ) : null}
      {fields.length > 0 && conditions.length < conditionsMax ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilterPlus size={16} stroke={1.7} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => {
            setWasAdding(true)
            setAdding(true)
          }}
        >
          Add filter
        </Button>
      ) : null}
      {wasAdding ? (
        <Suspense>
          <FilterDialog
            opened={isAdding}
            fields={fields}
            conditions={conditions}
            onClose={() => setAdding(false)}
            onAdd={add}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
