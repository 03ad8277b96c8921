// Shows one reference: the picture or initials of the entry, its title as a link, and its state if readers cannot see it.
import { Anchor, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { KnownTargets, Target } from '../../api/content/references.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryState, StateBadge } from '../entries/entry-state.tsx'
import { picturePage, toPictureUrl, toSmallPicture } from '../pictures/picture-url.ts'
import type { Reference } from './reference-value.ts'

interface ReferenceChipProps {
  readonly reference: Reference
  readonly known: KnownTargets
  /** True if the state is shown for published entries too. */
  readonly withState: boolean
}

export function ReferenceChip({ reference: { id, path }, known, withState }: ReferenceChipProps) {
  const paths = useSpacePaths()
  const target = id === null ? undefined : known.targets.get(id)
  if (!target && id !== null && known.isPending) {
    return (
      <span className="reference-chip">
        <Skeleton height={16} width={120} aria-label="Loading the title" />
      </span>
    )
  }
  if (!target) {
    return (
      <span className="reference-chip" title={id ?? undefined}>
        <Text span size="sm">
          <code>{path ?? id ?? 'Not a reference'}</code>
        </Text>
        {known.error === null ? <StateBadge word="Missing" tone="red" /> : null}
      </span>
    )
  }
  const { collection, title, slug, state } = target
  return (
    <span className="reference-chip" title={target.id}>
      <TargetPicture target={target} />
      <Anchor
        href={paths.toEntry(collection, target.id)}
        target="_blank"
        rel="noopener"
        size="sm"
        c="inherit"
        underline="hover"
        className="reference-title"
        // A drag moves the whole item, not the link.
        draggable={false}
      >
        {title ?? slug}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </Anchor>
      {withState || state === 'draft' || state === 'archived' ? <EntryState state={state} /> : null}
    </span>
  )
}

export function TargetPicture({ target: { picture, title, slug } }: { readonly target: Target }) {
  const url = picture === null ? null : toPictureUrl(toSmallPicture(picture), picturePage())
  if (url !== null) return <img src={url} alt="" className="reference-picture" draggable={false} />
  return (
    <span className="reference-picture" aria-hidden="true">
      {initialsOf(title ?? slug)}
    </span>
  )
}

function initialsOf(title: string): string {
  const words = title.split(/[\s-]+/).filter(word => /[\p{L}\p{Nd}]/u.test(word))
  const first = (word: string) => /[\p{L}\p{Nd}]/u.exec(word)?.[0] ?? ''
  return [words[0] ?? '', words.length > 1 ? words.at(-1)! : ''].map(first).join('').toLocaleUpperCase()
}
