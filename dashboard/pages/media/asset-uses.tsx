// Lists the entries that use a file, with the fields and whether readers see the file there.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { AssetUseView, AssetView } from '../../../src/media/manage/asset.schema.ts'
import { useAllCollections } from '../../api/content/content.ts'
import { useVariantNames } from '../../api/content/entry-actions.ts'
import { useSpacePaths } from '../../api/space.ts'
import { EntryState } from '../../parts/entries/entry-state.tsx'
import { namePlace, toFieldPointer } from '../../parts/entries/place-name.ts'
import { countEntries, formatCount } from '../../parts/lists/counts.ts'
import { Picture } from '../../parts/pictures/picture.tsx'

export function AssetUses({ asset: { uses, usedBy } }: { readonly asset: AssetView }) {
  const rest = uses - usedBy.length
  return (
    <section aria-labelledby="file-uses">
      <h3 id="file-uses" className="file-heading">
        {uses === 0 ? 'Not used' : `Used in ${countEntries(uses)}`}
      </h3>
      {uses === 0 ? (
        <Text size="xs" c="dimmed">
          No entry uses it, so it is private.
        </Text>
      ) : (
        <ul className="plain-list file-uses">
          {usedBy.map(use => (
            <Use key={use.id} use={use} />
          ))}
        </ul>
      )}
      {rest > 0 ? <Text size="sm">{`And ${formatCount(rest)} more.`}</Text> : null}
    </section>
  )
}

export function Use({ use }: { readonly use: AssetUseView }) {
  const paths = useSpacePaths()
  const place = usePlaceOf(use)
  const { id, collection, title, slug, state } = use
  return (
    <li>
      <Picture entry={{ picture: null, collection }} size={26} />
      <div className="file-use-words">
        <Anchor
          component={Link}
          href={paths.toEntry(collection, id)}
          size="sm"
          fw={550}
          c="inherit"
          underline="hover"
        >
          {title ?? slug}
        </Anchor>
        <Text size="xs" c="dimmed">
          {place}
        </Text>
      </div>
      <EntryState state={state} />
    </li>
  )
}

/** For example `Books · Cover, Body for German`. */
function usePlaceOf({ collection, paths, live, draft, state }: AssetUseView): string {
  const { data: models } = useAllCollections()
  const variants = useVariantNames()
  const model = models?.find(({ apiName }) => apiName === collection)
  const fields = new Set(
    paths.map(path =>
      namePlace(toFieldPointer(path), model?.fields ?? [], variant => variants.get(variant) ?? variant),
    ),
  )
  const note =
    live && !draft ? ', only as published' : !live && state === 'changed' ? ', not published yet' : ''
  return `${model?.name ?? collection} · ${[...fields].join(', ')}${note}`
}
