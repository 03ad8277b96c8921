// The icon of a kind of field. It is decorative, and always accompanies the name.
import {
  IconAlignLeft,
  IconArrowUpRight,
  IconBraces,
  IconCalendar,
  IconClock,
  IconDecimal,
  IconLetterT,
  IconListCheck,
  IconNumber123,
  IconPhoto,
  IconTextCaption,
  IconToggleRight,
} from '@tabler/icons-react'
import type { FieldKind } from './field-kinds.ts'

const icons = {
  text: IconLetterT,
  richText: IconAlignLeft,
  anyRichText: IconAlignLeft,
  integer: IconNumber123,
  number: IconDecimal,
  boolean: IconToggleRight,
  date: IconCalendar,
  dateTime: IconClock,
  asset: IconPhoto,
  reference: IconArrowUpRight,
  json: IconBraces,
} as const satisfies Record<FieldKind, unknown>

interface FieldKindIconProps {
  readonly kind: FieldKind
  readonly multiline?: boolean | undefined
  readonly hasOptions?: boolean | undefined
}

export function FieldKindIcon({ kind, multiline = false, hasOptions = false }: FieldKindIconProps) {
  const Icon = hasOptions ? IconListCheck : multiline ? IconTextCaption : icons[kind]
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}
