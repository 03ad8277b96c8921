// Asks for the new position of an item.
import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../dialogs/form-dialog.tsx'

interface PlaceDialogProps {
  readonly opened: boolean
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onClose: () => void
  readonly onMove: (from: number, to: number) => void
}

export function PlaceDialog({ opened, name, onClose, ...form }: PlaceDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Move ${name}`} centered size="sm">
      <PlaceForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

function PlaceForm({ index, count, onClose, onMove }: Omit<PlaceDialogProps, 'opened' | 'name'>) {
  const [place, setPlace] = useState<number | string>(index + 1)
  const to = Number(place) - 1
  const isPlace = place !== '' && Number.isInteger(to) && to >= 0 && to < count
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach the form of the page, which contains the dialog in React's tree.
    event.stopPropagation()
    if (!isPlace) return
    onClose()
    if (to !== index) onMove(index, to)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NumberInput
          label="Place"
          description={`From 1, the first, to ${count}, the last.`}
          value={place}
          onChange={setPlace}
          allowDecimal={false}
          error={isPlace ? null : `The place must be a number from 1 to ${count}.`}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </Group>
      </Stack>
    </form>
  )
}
