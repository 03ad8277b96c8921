// The input of rich text. The rich text editor is loaded when an entry has such a field.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { OtherFormat } from '../../rich-text/other-format.tsx'
import type { FieldInputProps } from '../field-type.ts'

const TextField = lazy(async () => ({ default: (await import('./text-field.tsx')).TextField }))

/** The approximate height of an editor with a few lines, in pixels. */
const skeletonHeight = 132

export function RichTextInput(props: FieldInputProps) {
  const { field } = props
  if (field.format !== 'portableText') {
    const reason = 'Rich text in this format cannot be edited here.'
    return <OtherFormat value={props.value} labelledBy={props.labelledBy} reason={reason} />
  }
  return (
    <Suspense fallback={<Skeleton height={skeletonHeight} radius="sm" />}>
      <TextField {...props} />
    </Suspense>
  )
}
