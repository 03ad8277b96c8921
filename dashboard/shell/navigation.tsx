// The ways to the pages, for the side and for the menu of narrow windows.
import { NavLink, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'

interface Target {
  readonly label: string
  readonly path: string
}

const first: readonly Target[] = [
  { label: 'Home', path: paths.home },
  { label: 'Content', path: paths.content },
  { label: 'Try it', path: paths.tryIt },
]
const developer: readonly Target[] = [{ label: 'API keys', path: paths.apiKeys }]
const people: readonly Target[] = [{ label: 'Members', path: paths.members }]

/** The page of `path`, or one below it. */
export function isAt(location: string, path: string): boolean {
  return location === path || (path !== paths.home && location.startsWith(`${path}/`))
}

function TargetList({ targets, labelledBy }: { targets: readonly Target[]; labelledBy?: string }) {
  const [location] = useLocation()
  return (
    <ul className="plain-list" aria-labelledby={labelledBy}>
      {targets.map(({ label, path }) => (
        <li key={path}>
          <NavLink
            component={Link}
            href={path}
            label={label}
            active={isAt(location, path)}
            aria-current={location === path ? 'page' : isAt(location, path)}
          />
        </li>
      ))}
    </ul>
  )
}

function Group({ title, targets }: { readonly title: string; readonly targets: readonly Target[] }) {
  const id = useId()
  return (
    <div>
      <Text id={id} size="xs" fw={600} c="dimmed" px="sm" pb={4}>
        {title}
      </Text>
      <TargetList targets={targets} labelledBy={id} />
    </div>
  )
}

export function Navigation() {
  return (
    <Stack gap="md">
      <TargetList targets={first} />
      <Group title="Developer settings" targets={developer} />
      <Group title="Space" targets={people} />
      <ul className="plain-list">
        <li>
          <NavLink href="/docs" label="Reference" />
        </li>
      </ul>
    </Stack>
  )
}
