// The home page of a space without collections, which shows the first steps.
import { Button, Menu, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconChevronDown, IconDatabaseImport, IconKey, IconPlus, IconSitemap } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import { newId, systemRandom } from '../../../src/base/ids.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { toSingular } from '../../parts/entries/new-entry-button.tsx'
import { toSentenceStart } from '../../parts/people/person.tsx'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'
import { FirstSteps } from './first-steps.tsx'

export function EmptyHome() {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  const canManageKeys = useHasRight('keys.manage')
  return (
    <>
      <Text c="dimmed" mb="md">
        This space has no content yet. Begin with a collection: it defines the fields of its entries.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mb="xl">
        {canModel ? (
          <Way
            icon={<IconSitemap size={22} stroke={1.6} aria-hidden="true" />}
            title="A collection of your own"
            about="Name it, choose its fields, then write the first entry."
            action={
              <Button component={Link} href={`${paths.model}?add`}>
                Add a collection
              </Button>
            }
          />
        ) : null}
        <Way
          icon={<IconDatabaseImport size={22} stroke={1.6} aria-hidden="true" />}
          title="Import"
          about="From an NDJSON file or a Contentful export."
          action={
            <Button component={Link} href={paths.content} variant="default">
              Import
            </Button>
          }
        />
        {canManageKeys ? (
          <Way
            icon={<IconKey size={22} stroke={1.6} aria-hidden="true" />}
            title="Create an API key"
            about="Your site or app sends it with each request."
            action={
              <Button component={Link} href={`${paths.apiKeys}?create`} variant="default">
                Create API key
              </Button>
            }
          />
        ) : null}
      </SimpleGrid>
      <section aria-labelledby="first-request">
        <Title order={2} size="h4" mb="sm" id="first-request">
          Make your first request
        </Title>
        <FirstSteps />
      </section>
    </>
  )
}

interface WayProps {
  readonly icon: ReactNode
  readonly title: string
  readonly about: string
  readonly action: ReactNode
}

function Way({ icon, title, about, action }: WayProps) {
  return (
    <Paper component="section" withBorder p="lg">
      <Stack gap="xs" align="flex-start" h="100%">
        {icon}
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed" mb="xs" style={{ flex: 1 }}>
          {about}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

/**
 * The menu "New", which creates an entry in any collection. Its page opens under an id generated here; nothing is
 * stored until the user types.
 */
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
