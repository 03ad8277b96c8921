// Creates the first owner. The server prints the link to this page while it has no owner.
import { Anchor, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'
import { useSession } from '../../api/accounts/session.ts'
import { setupKey, useSetUp, useSetupState } from '../../api/accounts/setup.ts'
import { ApiProblem } from '../../api/request.ts'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { newPasswordHint, PasswordInput, toPasswordError } from '../../parts/forms/password-input.tsx'
import { PendingButton } from '../../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { paths, toSpacePaths } from '../../paths.ts'
import { OutsideFrame } from '../../shell/app-frame.tsx'
import { useLinkToken } from '../../shell/link-token.ts'

function SetupClosed() {
  const { data } = useSession()
  return (
    <>
      <PageHeader
        title="Set-up is complete"
        about="This server already has an owner. Each set-up link works only once."
      />
      <Text>
        {data ? (
          <Anchor component={Link} href={paths.start}>
            Go to the home page
          </Anchor>
        ) : (
          <>
            <Anchor component={Link} href={paths.signIn}>
              Sign in
            </Anchor>
            , or ask an owner or admin to invite you.
          </>
        )}
      </Text>
    </>
  )
}

function LinkMissing() {
  return (
    <>
      <PageHeader title="Set up Frontlist" about="This server has no accounts yet." />
      <Stack gap="sm">
        <Text>
          To create the first account, open the set-up link that the server prints when it starts. Look for it
          in the terminal, or in the log of the service or container.
        </Text>
        <Text>A restarted server prints a new link. Only the newest link works.</Text>
      </Stack>
    </>
  )
}

function SetupContent() {
  const token = useLinkToken()
  const { data, error, refetch } = useSetupState()
  if (data && !data.open) return <SetupClosed />
  if (data && token === null) return <LinkMissing />
  return (
    <>
      <PageHeader
        title="Set up Frontlist"
        about="Create the first account on this server. You will be the owner of the space you name here."
      />
      {error && !data ? (
        <ProblemAlert error={error} onRetry={refetch} title="Could not load this page" />
      ) : null}
      {data && token !== null ? <SetupForm key={token} token={token} /> : null}
      {data || error ? null : <Skeleton height={320} aria-busy="true" />}
    </>
  )
}

export function SetupPage() {
  return (
    <OutsideFrame>
      <SetupContent />
    </OutsideFrame>
  )
}

const fields = ['email', 'password', 'space']

/** Returns the existing space from the link, which names it if there is exactly one. */
function proposedSpace(): string {
  return new URLSearchParams(location.search).get('space') ?? ''
}

function useSetupForm(token: string) {
  const setUp = useSetUp()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', space: proposedSpace() },
    validate: {
      email: value => (value.trim() === '' ? 'Enter your e-mail.' : null),
      password: toPasswordError,
      space: value => (value.trim() === '' ? 'Enter a name.' : null),
    },
  })
  const fail = (error: unknown) => {
    const errors = toFieldErrors(error, fields)
    form.setErrors(errors)
    focusFirst(form, errors)
    // Another person has completed the setup, so the page is refreshed to show that.
    if (error instanceof ApiProblem && error.code === 'setup_closed') {
      void client.invalidateQueries({ queryKey: setupKey })
    }
  }
  const succeed = ({ space }: SessionView) => {
    client.setQueryData(setupKey, { open: false })
    navigate(space ? toSpacePaths(space.slug).home : paths.start, { replace: true })
  }
  const send = form.onSubmit(
    values => setUp.mutate({ token, ...values }, { onSuccess: succeed, onError: fail }),
    errors => focusFirst(form, errors),
  )
  return { form, send, setUp }
}

/** The form that creates the first owner: e-mail, password and space. */
function SetupForm({ token }: { readonly token: string }) {
  const { form, send, setUp } = useSetupForm(token)
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ProblemAlert error={toOtherError(setUp.error, fields)} title="Could not create the account" />
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={newPasswordHint}
          name="password"
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <TextInput
          label="Space"
          description="A space has its own content, API keys and members. Enter a name to create a space, or the slug of an existing one to become its owner."
          name="space"
          autoComplete="off"
          key={form.key('space')}
          {...form.getInputProps('space')}
        />
        <PendingButton type="submit" pending={setUp.isPending}>
          Create account
        </PendingButton>
      </Stack>
    </form>
  )
}
