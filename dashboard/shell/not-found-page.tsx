// Shown for a URL without a page.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useSession } from '../api/accounts/session.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import { paths } from '../paths.ts'
import { AppFrame, OutsideFrame } from './app-frame.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Text>
        There is no page at this address.{' '}
        <Anchor component={Link} href={paths.start}>
          Go to the home page
        </Anchor>
      </Text>
    </>
  )
}

/** Signed-in users see the page within the frame. Others are not redirected to sign-in for a page that does not exist. */
export function MissingPage() {
  const { data, isPending } = useSession()
  if (isPending) return null
  const Frame = data ? AppFrame : OutsideFrame
  return (
    <Frame>
      <NotFoundPage />
    </Frame>
  )
}
