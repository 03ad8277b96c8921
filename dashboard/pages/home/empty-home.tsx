// The home page of a space without collections, which shows the first steps.
import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDatabaseImport, IconKey, IconSitemap } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
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
