// The input of one or many references to other entries. Targets can be searched by title, created, opened in a new tab and
// ordered.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconReplace } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Target } from '../../api/content/references.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import { Held } from '../../parts/forms/pointer-hold.ts'
import { moveItem, OrderedList } from '../../parts/ordering/ordered-list.tsx'
import { ReferenceChip } from '../../parts/references/reference-chip.tsx'
import { ReferencePicker } from '../../parts/references/reference-picker.tsx'
import { keysOf, type Reference, readReferences } from '../../parts/references/reference-value.ts'
import { useKnownTargets } from '../../parts/references/use-known-targets.ts'
import { FieldGroup } from '../field-group.tsx'
import type { FieldInputProps } from '../field-type.ts'
import { ReferenceNotes } from './reference-notes.tsx'

const shownAtOnce = 100

export function ReferenceInput(props: FieldInputProps) {
  const { field, value, onChange, onLeave, labelledBy, readOnly } = props
  const isMany = field.many === true
  const references = readReferences(value)
  const [shown, setShown] = useState(shownAtOnce)
  const [isPicking, setPicking] = useState(false)
  const isCreating = useRef(false)
  const [message, say] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const visible = references.slice(0, shown)
  const { known, remember } = useKnownTargets(visible.flatMap(({ id }) => id ?? []))
  const nameOf = ({ id: target, path }: Reference) => {
    const found = target === null ? undefined : known.targets.get(target)
    return found?.title ?? found?.slug ?? path ?? target ?? 'reference'
  }
  const set = (next: readonly Reference[]) => {
    const values = next.map(each => each.value)
    onChange(isMany ? values : (values[0] ?? null))
  }
  const close = () => {
    setPicking(false)
    // The button replaces the search in the next render.
    setTimeout(() => button.current?.focus())
  }
  const choose = (target: Target) => {
    remember(target)
    const isChosen = references.some(each => each.id === target.id)
    const added = { id: target.id, path: null, value: { id: target.id } }
    const name = target.title ?? target.slug
    if (!isMany) {
      set([added])
      say(`${name} chosen.`)
      close()
      return
    }
    set(isChosen ? references.filter(each => each.id !== target.id) : [...references, added])
    say(isChosen ? `${name} removed.` : `${name} added.`)
  }
  const leave = () => {
    // The search stays open if the window has lost the focus, which returns to it later, or while a new entry is being
    // created.
    if (document.hasFocus() && !isCreating.current) setPicking(false)
    onLeave()
  }
  const keys = keysOf(visible)
  const isFull = isMany && field.maxItems !== undefined && references.length >= field.maxItems
  return (
    <FieldGroup {...props} className="reference-input" onLeave={leave}>
      <OrderedList
        items={visible}
        count={references.length}
        keyOf={(_reference, index) => keys[index]!}
        nameOf={nameOf}
        labelledBy={labelledBy}
        layout="chips"
        readOnly={readOnly}
        onMove={(from, to) => set(moveItem(references, from, to))}
        onRemove={index => set(references.toSpliced(index, 1))}
        render={reference => <ReferenceChip reference={reference} known={known} withState={!isMany} />}
        after={
          readOnly || isPicking ? null : (
            <Button
              ref={button}
              variant="default"
              size="xs"
              className="dashed-button"
              leftSection={<AddIcon isChange={!isMany && references.length > 0} />}
              disabled={isFull}
              onClick={() => setPicking(true)}
            >
              {isMany ? 'Add entry' : references.length > 0 ? 'Change' : 'Choose entry'}
            </Button>
          )
        }
      />
      {references.length > shown ? (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + shownAtOnce)}>
          {`Show ${Math.min(shownAtOnce, references.length - shown)} more of ${references.length}`}
        </Button>
      ) : null}
      {isPicking ? (
        <ReferencePicker
          to={field.to}
          chosen={new Set(references.flatMap(each => each.id ?? []))}
          isMany={isMany}
          label={`Search entries for ${nameField(field)}`}
          onChoose={choose}
          onClose={close}
          onCreating={creates => {
            isCreating.current = creates
          }}
        />
      ) : null}
      <Held>
        <ReferenceNotes references={visible} known={known} />
      </Held>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </FieldGroup>
  )
}

function AddIcon({ isChange }: { readonly isChange: boolean }) {
  return isChange ? <IconReplace size={16} stroke={1.7} /> : <IconPlus size={16} stroke={1.7} />
}
