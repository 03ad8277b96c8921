// Sends requests to the content API manually, and shows the form, the response, and the request as code.
import { Grid, Tabs } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAllCollections } from '../../api/content/content.ts'
import { type SpaceView, useSpace } from '../../api/space.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'
import { CodeView, languages } from './code/code-view.tsx'
import { AccessField, useAccess } from './form/access-field.tsx'
import { RequestForm } from './form/request-form.tsx'
import { RequestUrl } from './form/request-url.tsx'
import { toQueryModel } from './request/path-options.ts'
import { useSending } from './request/send.ts'
import { listStandingErrors } from './request/standing-errors.ts'
import { toApiPath, useTryRequest } from './request/try-request.ts'
import { ResponseView } from './response/response-view.tsx'

/** Matches narrow windows, where the response is below the form and is scrolled into view when it arrives. */
const isBelowForm = '(max-width: 61.99em)'

export function TryItPage() {
  const space = useSpace()
  return (
    <>
      <PageHeader
        title="Try it"
        about="Send a real request for published content. The address of this page contains the request, and never a key, so you can share it."
      />
      <TryIt space={space} />
    </>
  )
}

function TryIt({ space }: { readonly space: SpaceView }) {
  const collections = useAllCollections()
  const models = useMemo(() => (collections.data ?? []).map(toQueryModel), [collections.data])
  const [typed, change] = useTryRequest()
  const request = { ...typed, collection: typed.collection || (models[0]?.apiName ?? '') }
  const path = toApiPath(request)
  const access = useAccess(space.id)
  const responses = useRef<HTMLDivElement>(null)
  const { outcome, start, stop } = useSending()
  const [tab, setTab] = useState<string | null>('response')
  const [incomplete, setIncomplete] = useState(false)
  const [showSecret, setShowSecret] = useState(false)
  const { response, running, failure } = outcome
  const isCurrent = response !== null && response.path === path && response.key === access.secret

  useEffect(() => {
    const isDone = !running && (response !== null || failure !== null)
    if (isDone && matchMedia(isBelowForm).matches) responses.current?.scrollIntoView()
  }, [running, response, failure])

  const send = async (ifNoneMatch: string | null) => {
    change({ collection: request.collection })
    setIncomplete(path === null)
    if (path === null || !access.take()) return
    setTab('response')
    const sent = await start({ path, key: access.secret, space: space.slug, ifNoneMatch })
    if (sent !== null) access.heed(sent)
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
      <Grid.Col span={{ base: 12, md: 5, lg: 4 }} className="try-form-column">
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
          <AccessField space={space.id} access={access} />
        </RequestForm>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7, lg: 8 }} className="try-responses" ref={responses}>
        <RequestUrl path={path} />
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
                secret={access.secret}
                onShowSecret={setShowSecret}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Grid.Col>
    </Grid>
  )
}
