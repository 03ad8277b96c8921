// Lists all endpoints by group, with a search field that filters them.
import { Anchor, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Endpoint, filterGroups, type Group, toFragment } from './document.ts'
import { Method } from './method.tsx'

interface NavigationProps {
  readonly groups: readonly Group[]
  readonly current: Endpoint | null
  /** True if the list includes the links of the top bar, which is too narrow for them. */
  readonly hasLinks: boolean
}

export function Navigation({ groups, current, hasLinks }: NavigationProps) {
  const [text, setText] = useState('')
  const found = useMemo(() => filterGroups(groups, text.trim()), [groups, text])
  return (
    <nav aria-label="Endpoints" className="endpoints">
      <TextInput
        type="search"
        aria-label="Search endpoints"
        placeholder="Search endpoints"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      {hasLinks ? (
        <p className="endpoints-links">
          <Anchor href="/docs/errors">Errors</Anchor> <Anchor href="/api/v1/openapi.json">OpenAPI</Anchor>{' '}
          <Anchor href="/">Dashboard</Anchor>
        </p>
      ) : null}
      <a href="#/" className="endpoint-link" aria-current={current === null ? 'page' : undefined}>
        Introduction
      </a>
      {found.map(({ name, endpoints }) => (
        <section key={name} aria-label={name}>
          <h2 className="endpoints-heading">{name}</h2>
          <ul>
            {endpoints.map(endpoint => (
              <li key={endpoint.operationId}>
                <a
                  href={toFragment(endpoint)}
                  className="endpoint-link"
                  aria-current={endpoint === current ? 'page' : undefined}
                >
                  <span>{endpoint.summary}</span>
                  <Method name={endpoint.method} isSmall />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 ? (
        <Text role="status" c="dimmed" size="sm">
          No endpoint has all of these words.
        </Text>
      ) : null}
    </nav>
  )
}
