// Sends requests to the content API manually: the form, the response, and the request as code.
import { Grid, Tabs } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useAllCollections } from '../../api/content.ts'
import { forgetRefused, rememberSecret, useKnownSecrets } from '../../api/known-keys.ts'
import { useSpace } from '../../api/space.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ProblemAlert } from '../../parts/problem-alert.tsx'
import { CodeView, languages } from './code-view.tsx'
import { type KeyChoice, KeyField, keyOf, toShort } from './key-field.tsx'
import { toQueryModel } from './query-models.ts'
import { RequestAddress } from './request-address.tsx'
import { RequestForm } from './request-form.tsx'
import { ResponseView } from './response-view.tsx'
import { isSendableKey } from './send.ts'
import { listStandingErrors } from './standing-errors.ts'
import { toApiPath } from './try-request.ts'
import { useSending } from './use-sending.ts'
import { useTryRequest } from './use-try-request.ts'

export function TryItPage() {
  const space = useSpace()
  return (
    <>
      <PageHeader
        title="Try it"
        about="Send a real request to the content API. The address of this page contains the request without the API key, so you can share it."
      />
      <TryIt space={space.id} />
    </>
  )
}

function TryIt({ space }: { readonly space: string }) {
  const collections = useAllCollections()
  const models = useMemo(() => (collections.data ?? []).map(toQueryModel), [collections.data])
  const [typed, change] = useTryRequest()
  const request = { ...typed, collection: typed.collection || (models[0]?.apiName ?? '') }
  const path = toApiPath(request)
  const key = useKey(space)
  const { outcome, start, stop } = useSending()
  const [tab, setTab] = useState<string | null>('response')
  const [incomplete, setIncomplete] = useState(false)
  const [showSecret, setShowSecret] = useState(false)
  const { response, running } = outcome
  const isCurrent = response !== null && response.path === path && response.key === key.secret

  const send = async (ifNoneMatch: string | null) => {
    change({ collection: request.collection })
    setIncomplete(path === null)
    if (path === null || !key.take()) return
    setTab('response')
    const sent = await start(path, key.secret, ifNoneMatch)
    if (sent?.status === 401) key.refuse(sent.key)
  }

  if (collections.data?.length === 0) {
    return (
      <EmptyState title="Nothing to request yet">
        This space has no collections yet. Import content first, then try requests here.
      </EmptyState>
    )
  }
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
        <ProblemAlert
          error={collections.error}
          onRetry={() => collections.refetch()}
          title="Could not load the collections"
        />
        <RequestForm
          request={request}
          collections={models}
          errors={listStandingErrors(response, request)}
          incomplete={incomplete}
          loading={collections.isPending && request.collection === ''}
          onChange={change}
          onSend={() => send(null)}
          onStop={running ? stop : null}
        >
          <KeyField space={space} choice={key.choice} onChange={key.choose} error={key.error} />
        </RequestForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
        <RequestAddress path={path} />
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="response">Response</Tabs.Tab>
            {languages.map(language => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="response">
            <ResponseView outcome={outcome} isCurrent={isCurrent} onSendAgain={send} />
          </Tabs.Panel>
          {languages.map(language => (
            <Tabs.Panel key={language} value={language}>
              <CodeView
                {...{ language, request, path, models, showSecret }}
                secret={key.secret}
                onShowSecret={setShowSecret}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Grid.Col>
    </Grid>
  )
}

/** The key of the next request, and whether there is one. */
function useKey(space: string) {
  const secrets = useKnownSecrets(space)
  const [chosen, setChoice] = useState<KeyChoice>({ id: secrets[0]?.id ?? null, pasted: '' })
  const [error, setError] = useState<string | null>(null)
  // A key that was revoked in the meantime cannot be selected.
  const choice = { ...chosen, id: secrets.some(({ id }) => id === chosen.id) ? chosen.id : null }
  const secret = keyOf(choice, secrets)

  /** False if there is no usable key. A pasted key is remembered until the tab is reloaded. */
  const take = (): boolean => {
    const message =
      secret === '' ? 'Choose or paste a key.' : isSendableKey(secret) ? null : 'This is not an API key.'
    setError(message)
    if (message !== null) return false
    if (choice.id === null) {
      const id = `pasted-${secret}`
      rememberSecret({ id, name: 'Pasted', key: secret, space })
      setChoice({ id, pasted: '' })
    }
    return true
  }
  const choose = (next: KeyChoice) => {
    setError(null)
    setChoice(next)
  }
  /** Forgets a key that the server rejects: a revoked, expired or unknown key stays invalid. */
  const refuse = (key: string) => {
    forgetRefused(key)
    setError(`The server refused ${toShort(key)}. It has been removed from the list.`)
  }
  return { choice, secret, error, take, choose, refuse }
}
