// Shows references without editing, beside a conflict or a variant.
import { useTargets } from '../../api/content/references.ts'
import { ReferenceChip } from './reference-chip.tsx'
import { keysOf, readReferences } from './reference-value.ts'

const shownMax = 50

export function ReferenceChips({ value }: { readonly value: unknown }) {
  const references = readReferences(value)
  const shown = references.slice(0, shownMax)
  const known = useTargets(shown.flatMap(({ id }) => (id === null ? [] : [id])))
  const keys = keysOf(shown)
  return (
    <ul className="reference-chips plain-list">
      {shown.map((reference, index) => (
        <li key={keys[index]}>
          <ReferenceChip reference={reference} known={known} withState />
        </li>
      ))}
      {references.length > shownMax ? <li>and {references.length - shownMax} more</li> : null}
    </ul>
  )
}
