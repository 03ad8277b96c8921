// An address that the dashboard has no page for.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { PageHeader } from '../parts/page-header.tsx'
import { paths } from '../paths.ts'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Text>
        There is no page at this address.{' '}
        <Anchor component={Link} href={paths.home}>
          Go to the home page
        </Anchor>
      </Text>
    </>
  )
}
