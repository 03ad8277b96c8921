// The type of a file: one of the library, or one that is stored as a URL.
import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useAsset } from '../../api/media/assets.ts'
import { type NamedAsset, toNamedAsset } from '../../media/asset-value.ts'
import { describeFile } from '../../media/file-words.ts'
import { describePoint } from '../../media/focal-point.ts'
import type { FieldViewProps, RuleInputProps, TargetNames, TypeDefinition } from '../field-type.ts'
import { PlainValue } from '../plain-value.tsx'
import { commonTypes, describeAccepted, joinAccepted, splitAccepted } from './accepted-types.ts'
import { AssetInput } from './asset-input.tsx'
import { AssetListInput } from './asset-list-input.tsx'
import { describeAsset, findFileError, toAsset } from './asset-text.ts'

function AssetView({ field, value }: FieldViewProps) {
  const named = toNamedAsset(value)
  if (named) return <LibraryFileName value={named} />
  const asset = toAsset(value)
  if (!asset) return <PlainValue name={field.apiName} value={value} />
  return (
    <Text component="div" size="sm" className="entry-text">
      {asset.url}
      <Text size="xs" c="dimmed">
        {describeAsset(asset)}
      </Text>
    </Text>
  )
}

/** Shows a file's name with the alt text and title that this use overrides. */
function LibraryFileName({ value: { id, alt, title } }: { readonly value: NamedAsset }) {
  const { data: asset } = useAsset(id)
  const own = [alt === '' ? 'decorative' : alt, title].filter(Boolean).join(' · ')
  return (
    <Text component="div" size="sm" className="entry-text">
      {asset?.filename ?? (asset === null ? `A missing file, ${id}` : id)}
      <Text size="xs" c="dimmed">
        {own || (asset ? describeFile(asset) : '')}
      </Text>
    </Text>
  )
}

function summarizeAsset(value: object, names: TargetNames): string {
  const named = toNamedAsset(value)
  if (named) return summarizeNamed(named, names)
  const { title, url } = value as Readonly<Record<string, unknown>>
  if (typeof title === 'string' && title !== '') return title
  const file = String(url ?? '').split(/[?#]/)[0]
  return file?.split('/').at(-1) || String(url ?? '')
}

/** Includes the properties that this use overrides: `dawn.png, alt text “Dawn”`. */
function summarizeNamed({ id, title, alt, focalPoint }: NamedAsset, names: TargetNames): string {
  return [
    names.assetOf(id),
    title ? `title “${title}”` : '',
    alt ? `alt text “${alt}”` : alt === '' ? 'decorative' : '',
    focalPoint ? `focal point ${describePoint(focalPoint)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Checkboxes for common types of files, and text for other media types. */
function AcceptInput({ form, errors, onChange }: RuleInputProps) {
  return (
    <div>
      <Checkbox.Group
        label="Kinds of files"
        description="If none is ticked, every type is accepted."
        value={[...form.accept]}
        onChange={chosen => onChange({ accept: chosen })}
      >
        <Group gap="md" mt="xs">
          {commonTypes.map(({ type, name }) => (
            <Checkbox key={type} value={type} label={name} size="sm" />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        mt="sm"
        label="Other media types"
        description="Such as application/zip, separated by commas."
        className="model-code"
        spellCheck={false}
        autoCapitalize="none"
        value={form.acceptOthers}
        error={errors.accept}
        onChange={event => onChange({ acceptOthers: event.currentTarget.value })}
      />
    </div>
  )
}

export const asset: TypeDefinition = {
  kinds: [{ kind: 'asset', label: 'Image or file' }],
  choices: [{ label: 'Image or file', about: 'A picture, a PDF, a video', kind: 'asset', place: 4 }],
  icon: IconPhoto,
  Input: AssetInput,
  ListInput: AssetListInput,
  isGroup: true,
  findError: findFileError,
  rules: {
    TargetInputs: AcceptInput,
    toForm: ({ accept = [] }) => splitAccepted(accept),
    toProperties: form => ({ accept: joinAccepted(form.accept, form.acceptOthers) }),
    describe: ({ accept }) => [describeAccepted(accept)],
  },
  View: AssetView,
  summarize: summarizeAsset,
  isSummaryComplete: value => toNamedAsset(value) !== null,
  listFiles: value => [{ path: '', value, isPicture: false }],
}
