// The input of a picture's alt text, which reports a missing one. An empty text is a separate choice: the picture is
// decorative, and screen readers skip it.
import { Checkbox, Text, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { AssetView } from '../../src/media/manage/asset.schema.ts'
import { useChangeAsset, useMayChangeAsset } from '../api/media/assets.ts'
import { toTextAria } from '../parts/forms/input-aria.ts'
import { PendingButton } from '../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../parts/forms/problem-alert.tsx'
import { explainRefusal } from './refusals.ts'

const altLengthMax = 500

interface AltTextProps {
  /** Null if there is no alt text; empty for a decorative picture. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Called when the text is complete: the focus has left it, or a choice was made. */
  readonly onLeave?: (value: string | null) => void
  /** The alt text of the file, which applies while this use has none. Absent if the input edits the file itself. */
  readonly inherited?: string | null
  readonly readOnly: boolean
  readonly lang?: string | undefined
  readonly size?: 'sm' | 'xs'
}

export function AltText(props: AltTextProps) {
  const { value, onChange, onLeave, inherited = null, readOnly, size = 'sm' } = props
  const isUse = props.inherited !== undefined
  const note = useId()
  const isDecorative = value === ''
  const isInherited = value === null && inherited !== null
  const isMissing = value === null && inherited === null
  const choose = (next: string | null) => {
    onChange(next)
    onLeave?.(next)
  }
  return (
    <div className="alt-text" data-missing={isMissing || undefined}>
      <Textarea
        label={'Alt text'}
        size={size}
        autosize
        minRows={1}
        maxRows={6}
        value={value ?? ''}
        placeholder={placeholderOf(value, inherited)}
        onChange={event => onChange(toAlt(event.currentTarget.value))}
        onBlur={() => onLeave?.(value)}
        readOnly={readOnly || isDecorative}
        disabled={isDecorative}
        lang={props.lang}
        {...toTextAria({ describedBy: note })}
      />
      <Note id={note} isMissing={isMissing}>
        {isDecorative
          ? 'Decorative: screen readers skip it.'
          : isMissing
            ? 'Missing: describe the picture for people who cannot see it.'
            : isInherited
              ? 'The default alt text. Type to use another one here only.'
              : `${isUse ? 'Only for this use' : 'Describes the picture'} · ${countOf(value ?? '')} of ${altLengthMax} characters`}
      </Note>
      {readOnly ? null : (
        <Checkbox
          size="xs"
          mt={6}
          label="Decorative (no alt text)"
          checked={isDecorative}
          onChange={event => choose(event.currentTarget.checked ? '' : null)}
        />
      )}
    </div>
  )
}

function Note({ id, isMissing, children }: { id: string; isMissing: boolean; children: ReactNode }) {
  return (
    <Text id={id} size="xs" {...(isMissing ? {} : { c: 'dimmed' })} mt={4} className="alt-note">
      {children}
    </Text>
  )
}

function placeholderOf(value: string | null, inherited: string | null): string {
  if (value !== null || inherited === null) return ''
  return inherited === '' ? 'Decorative' : inherited
}

/** Truncates the text to the maximum length, counted in code points as on the server. */
function toAlt(text: string): string | null {
  if (text === '') return null
  return countOf(text) > altLengthMax ? [...text].slice(0, altLengthMax).join('') : text
}

function countOf(text: string): number {
  return [...text].length
}

interface AltForFileProps {
  readonly asset: AssetView
  /** The alt text of this use. */
  readonly alt: string | null
}

/**
 * Offers to store the alt text of one use as the default of its file while the file has none. Other uses of the file
 * then show it too.
 */
export function AltForFile({ asset, alt }: AltForFileProps) {
  const mayChange = useMayChangeAsset(asset)
  const { mutate, isPending, isSuccess, error } = useChangeAsset()
  const note = useRef<HTMLParagraphElement>(null)
  // The focused button has disappeared.
  useEffect(() => {
    if (isSuccess) note.current?.focus({ preventScroll: true })
  }, [isSuccess])
  if (alt === null || alt === '') return null
  if (isSuccess && asset.alt === alt) {
    return (
      <Text ref={note} tabIndex={-1} size="xs" c="dimmed" mt={6}>
        This is now the default alt text.
      </Text>
    )
  }
  if (asset.alt !== null || !mayChange) return null
  return (
    <div>
      <PendingButton
        size="compact-sm"
        variant="default"
        mt={6}
        pending={isPending}
        onClick={() => mutate({ id: asset.id, alt })}
      >
        Use as the default alt text
      </PendingButton>
      <Text size="xs" c="dimmed" mt={4}>
        {asset.live
          ? 'This file has no default alt text yet. Other entries that show it will use this one, on the site right away.'
          : 'This file has no default alt text yet. Other entries that show it will use this one.'}
      </Text>
      <ProblemAlert error={error} title="Could not save it for the file">
        {explainRefusal(error)}
      </ProblemAlert>
    </div>
  )
}
