// The slug of the requested entry, with suggestions from the collection.
import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useEntries, useEntry } from '../../../api/content/content.ts'

interface SlugFieldProps {
  readonly collection: string
  readonly slug: string
  readonly error: string | null
  readonly onChange: (slug: string) => void
}

const suggestionsMax = 20
const typingMs = 200
const searchLengthMax = 100
const slugLengthMax = 255

export function SlugField({ collection, slug, error, onChange }: SlugFieldProps) {
  const entries = useEntriesFrom(collection, slug)
  return (
    <Autocomplete
      label="Slug"
      value={slug}
      onChange={onChange}
      error={error}
      data={entries.map(entry => entry.slug)}
      renderOption={({ option }) => (
        <Suggestion slug={option.value} entry={entries.find(each => each.slug === option.value)} />
      )}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      autoComplete="off"
      spellCheck={false}
      name="slug"
    />
  )
}

/** Returns entries whose slug or title contains the typed text. */
function useEntriesFrom(collection: string, slug: string): readonly EntryItemView[] {
  const [search] = useDebouncedValue(slug, typingMs)
  const query = { collection, search: [...search].slice(0, searchLengthMax).join(''), sort: 'slug' } as const
  const { data } = useEntries({ ...query, perPage: suggestionsMax }, { enabled: collection !== '' })
  return data?.list ?? []
}

function Suggestion({ slug, entry }: { readonly slug: string; readonly entry: EntryItemView | undefined }) {
  const about = [entry?.title, entry?.state === 'draft' ? 'not live' : null].filter(Boolean).join(' · ')
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {slug}
      </Text>
      {about ? (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {about}
        </Text>
      ) : null}
    </div>
  )
}

/** Returns the variants for which the live entry has values. */
export function useVariantsOf(collection: string, slug: string): readonly string[] {
  const [settled] = useDebouncedValue(slug, typingMs)
  const isSlug = collection !== '' && settled !== '' && settled.length <= slugLengthMax
  const { data } = useEntries({ collection, slug: settled, perPage: 1 }, { enabled: isSlug })
  const { data: entry } = useEntry((isSlug && data?.list[0]?.slug === settled && data.list[0].id) || '')
  return Object.keys(entry?.live?.variants ?? {})
}
