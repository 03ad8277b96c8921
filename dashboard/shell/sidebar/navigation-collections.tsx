// The collections of the space in the navigation: the first fifty, and a link to all of them.
import { Skeleton } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useCollections } from '../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { countListed } from '../../parts/lists/counts.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'
import { icon, NavigationLink } from './navigation-link.tsx'

const shownMax = 50
const skeletonRows = ['60%', '45%', '55%', '50%', '65%', '40%'] as const

export function NavigationCollections() {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  const { data, isError } = useCollections(1, shownMax)
  if (!data && !isError) return <NavigationSkeleton />
  return (
    <>
      {data?.list.map(collection => (
        <NavigationLink
          key={collection.apiName}
          label={collection.name}
          path={paths.toCollection(collection.apiName)}
          icon={<CollectionIcon collection={collection} />}
          count={collection.singleton ? undefined : countListed(collection)}
          countLabel={countListed(collection) === 1 ? 'entry' : 'entries'}
          hasPagesBelow
        />
      ))}
      {data?.count === 0 && canModel ? (
        <NavigationLink label="Add a collection" path={`${paths.model}?add`} icon={<IconPlus {...icon} />} />
      ) : null}
      {!data || (data.count === 0 && !canModel) || data.count > shownMax ? (
        <NavigationLink
          label={data?.count === 0 ? 'No collections yet' : 'All collections'}
          path={paths.content}
          icon={<IconStack2 {...icon} />}
        />
      ) : null}
    </>
  )
}

export function NavigationSkeleton() {
  return skeletonRows.map(width => (
    <li key={width} className="nav-link" aria-busy="true">
      <Skeleton height={18} width={18} radius="sm" />
      <Skeleton height={10} width={width} />
    </li>
  ))
}
