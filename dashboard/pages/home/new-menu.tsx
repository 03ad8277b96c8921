// The menu "New", which creates an entry in any collection. Its page opens under an id generated here; nothing is stored
// until the user types.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { toSingular } from '../../parts/entries/singular.ts'
import { toSentenceStart } from '../../parts/people/person-name.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'

export function NewMenu({ collections }: { readonly collections: readonly CollectionModelView[] }) {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  const [id, setId] = useState(() => newId(systemRandom))
  // Generates another id, so that the menu can create several entries while the page stays open.
  const renew = () => setId(newId(systemRandom))
  const possible = collections.filter(({ singleton, entries }) => !singleton || entries === 0)
  return (
    <Menu position="bottom-end" width={240} onClose={renew}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={17} stroke={1.9} aria-hidden="true" />}
          rightSection={<IconChevronDown size={15} stroke={1.9} aria-hidden="true" />}
        >
          New
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="menu-list">
          {possible.map(collection => (
            <Menu.Item
              key={collection.apiName}
              component={Link}
              href={`${paths.toEntry(collection.apiName, id)}?new`}
              leftSection={<CollectionIcon collection={collection} size={16} />}
            >
              {toSentenceStart(toSingular(collection.name))}
            </Menu.Item>
          ))}
        </div>
        {canModel ? (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} href={`${paths.model}?add`}>
              New collection
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
