// The sign-in page, which returns to the requested page afterwards.
import { Alert, Stack, Text } from '@mantine/core'
import { Redirect, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useSession } from '../../api/accounts/session.ts'
import { useSetupState } from '../../api/accounts/setup.ts'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { paths } from '../../paths.ts'
import { OutsideFrame } from '../../shell/outside-frame.tsx'
import { toReturnPath } from '../../shell/return-path.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Checks whether the frame redirected here because the session ended while a page was open. */
function useSessionEnded(): boolean {
  const state: unknown = useHistoryState()
  return typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
}

export function SignInPage() {
  const session = useSession()
  const setup = useSetupState()
  const ended = useSessionEnded()
  const [parameters] = useSearchParams()
  if (session.data) return <Redirect to={toReturnPath(parameters.get('next'))} replace />
  if (setup.data?.open) return <Redirect to={paths.setup} replace />
  return (
    <OutsideFrame>
      <PageHeader title="Sign in" />
      <Stack>
        {ended ? (
          <Alert color="gray" role="status">
            Your session has ended. Sign in again to continue.
          </Alert>
        ) : null}
        <SignInForm />
        <Text size="sm" c="dimmed">
          No account? An owner or admin of a space can invite you.
        </Text>
      </Stack>
    </OutsideFrame>
  )
}
