// The API reference: loads the OpenAPI document, and shows its overview or one endpoint beside the navigation.
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Code,
  Text,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Brand } from '../parts/page/top-bar.tsx'
import { type Group, listGroups, type OpenApiDocument, toFragment } from './document.ts'
import { EndpointPage } from './endpoint/endpoint-page.tsx'
import { InlineMarkdown, Markdown } from './markdown.tsx'
import { Method } from './method.tsx'
import { Navigation } from './navigation.tsx'

/** The width from which the navigation is shown beside the page. */
const wide = '(min-width: 62em)'

/** The layout of the reference: the top bar, the navigation, and the page for the current URL fragment. */
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

interface OverviewProps {
  readonly document: OpenApiDocument
  readonly groups: readonly Group[]
}

/** The introduction of the API reference: rules that apply to all endpoints, and a list of endpoints. */
function Overview({ document: { info }, groups }: OverviewProps) {
  return (
    <article className="overview">
      <Title order={1}>{info.title} API</Title>
      <Text c="dimmed" mb="lg">
        Version {info.version}
      </Text>
      <Markdown text={info.description} />
      <Title order={2} mt="xl" mb="sm">
        Endpoints
      </Title>
      {groups.map(({ name, description, endpoints }) => (
        <section key={name} className="overview-group" aria-label={`Endpoints: ${name}`}>
          <h3>{name}</h3>
          <Text c="dimmed">
            <InlineMarkdown text={description} />
          </Text>
          <ul>
            {endpoints.map(endpoint => (
              <li key={endpoint.operationId}>
                <Method name={endpoint.method} />
                <a href={toFragment(endpoint)}>{endpoint.summary}</a>
                <Code>{endpoint.path}</Code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}

/** Switches between light and dark. The choice is stored in the same place as that of the dashboard's menu. */
function SchemeButton() {
  // Without this option, Mantine adds a temporary style element, which the Content-Security-Policy of this page blocks.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'light' ? 'dark' : 'light'
  const Icon = scheme === 'light' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={`Show in ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** Returns the URL fragment, including the `#`, and updates when it changes. */
function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}

type LoadState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly document: OpenApiDocument }

/** Loads the OpenAPI document of this server. */
function useLoaded(): LoadState {
  const [loaded, setLoaded] = useState<LoadState>({ state: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const response = await fetch('/api/v1/openapi.json', { signal: controller.signal })
      if (!response.ok) throw new Error(String(response.status))
      setLoaded({ state: 'loaded', document: await response.json() })
    }
    load().catch(() => {
      if (!controller.signal.aborted) setLoaded({ state: 'failed' })
    })
    return () => controller.abort()
  }, [])
  return loaded
}
