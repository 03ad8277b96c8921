// The layout of the reference: the top bar, the navigation, and the page for the current URL fragment.
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Brand } from '../parts/page/mark.tsx'
import { listGroups, type OpenApiDocument, toFragment } from './document.ts'
import { EndpointPage } from './endpoint/endpoint-page.tsx'
import { Navigation } from './navigation.tsx'
import { Overview } from './overview.tsx'
import { SchemeButton } from './scheme-button.tsx'
import { useFragment } from './use-fragment.ts'
import { useLoaded } from './use-loaded.ts'

/** The width from which the navigation is shown beside the page. */
const wide = '(min-width: 62em)'

export function Reference() {
  const loaded = useLoaded()
  if (loaded.state === 'failed') {
    return (
      <main className="notice">
        <Alert color="red" title="The OpenAPI document could not be loaded." role="alert">
          Reload the page.
        </Alert>
      </main>
    )
  }
  if (loaded.state === 'loading') {
    return (
      <main className="notice" aria-busy="true">
        <Text role="status">Loading…</Text>
      </main>
    )
  }
  return <LoadedReference document={loaded.document} />
}

function LoadedReference({ document: api }: { readonly document: OpenApiDocument }) {
  const groups = useMemo(() => listGroups(api), [api])
  const fragment = useFragment()
  const endpoint = useMemo(
    () => groups.flatMap(({ endpoints }) => endpoints).find(each => toFragment(each) === fragment) ?? null,
    [groups, fragment],
  )
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(endpoint)
  useEffect(() => {
    document.title = `${endpoint?.summary ?? 'API reference'} · Frontlist`
    if (shown.current === endpoint) return
    shown.current = endpoint
    setOpen(false)
    scrollTo({ top: 0 })
    main.current?.focus({ preventScroll: true })
  }, [endpoint])
  return (
    <div className="reference" id="page">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className="reference-bar">
        <a href="#/" className="reference-home">
          <Brand />
          <span className="reference-title">API reference</span>
        </a>
        <span className="reference-links">
          {isWide ? (
            <>
              <Anchor href="/docs/errors" underline="never">
                Errors
              </Anchor>
              <Anchor href="/api/v1/openapi.json" underline="never">
                OpenAPI
              </Anchor>
              <Anchor href="/" underline="never">
                Dashboard
              </Anchor>
            </>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-controls="reference-navigation"
              leftSection={<IconMenu2 size={16} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              Endpoints
            </Button>
          )}
          <SchemeButton />
        </span>
      </header>
      <div className="reference-columns">
        {isWide || isOpen ? (
          <div className="reference-aside" id="reference-navigation">
            <Navigation groups={groups} current={endpoint} hasLinks={!isWide} />
          </div>
        ) : null}
        <main className="reference-main" id="main" ref={main} tabIndex={-1}>
          {endpoint === null ? (
            <Overview document={api} groups={groups} />
          ) : (
            <EndpointPage key={endpoint.operationId} document={api} endpoint={endpoint} />
          )}
        </main>
      </div>
    </div>
  )
}
