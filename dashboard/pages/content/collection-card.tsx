// One collection in the list: its icon and name, its number of live entries, and links to its entries and model.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { useSpacePaths } from '../../api/space.ts'
import { countLive, formatCount } from '../../parts/lists/counts.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'

export function CollectionCard({ collection }: { readonly collection: CollectionModelView }) {
  const { apiName, name, description, fields } = collection
  const paths = useSpacePaths()
  const count = `${formatCount(fields.length)} ${fields.length === 1 ? 'field' : 'fields'}`
  return (
    <li className="collection">
      <span className="picture collection-tile">
        <CollectionIcon collection={collection} />
      </span>
      <div className="collection-names">
        <Link href={paths.toCollection(apiName)} className="collection-name">
          {name}
        </Link>
        {description ? (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        ) : null}
        <Text component="div" size="xs" c="dimmed">
          <Anchor component={Link} href={paths.toModel(apiName)} size="xs" display="inline-block" lh="24px">
            Content model: {count}
          </Anchor>
        </Text>
      </div>
      <Text component="span" size="sm" c="dimmed" className="collection-count">
        {countLive(collection)}
      </Text>
    </li>
  )
}
