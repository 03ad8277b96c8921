// Links to the pages of the space, in the sidebar and in the menu of narrow windows.
import { NavLink, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { Link, useLocation } from 'wouter'
import { toSpacePaths } from '../paths.ts'

interface Target {
  readonly label: string
  readonly path: string
  /** Whether it is also active on the pages below it. */
  readonly hasPagesBelow?: boolean
}

interface TargetListProps {
  readonly targets: readonly Target[]
  readonly labelledBy?: string
}

function TargetList({ targets, labelledBy }: TargetListProps) {
  const [location] = useLocation()
  return (
    <ul className="plain-list" aria-labelledby={labelledBy}>
      {targets.map(({ label, path, hasPagesBelow = false }) => {
        const isBelow = hasPagesBelow && location.startsWith(`${path}/`)
        return (
          <li key={path}>
            <NavLink
              component={Link}
              href={path}
              label={label}
              active={location === path || isBelow}
              aria-current={location === path ? 'page' : isBelow}
            />
          </li>
        )
      })}
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

/** `space` is a slug; null if the user has no access to the space in the URL. */
export function Navigation({ space }: { readonly space: string | null }) {
  const to = space === null ? null : toSpacePaths(space)
  return (
    <Stack gap="md">
      {to ? (
        <>
          <TargetList
            targets={[
              { label: 'Home', path: to.home },
              { label: 'Content', path: to.content, hasPagesBelow: true },
              { label: 'Try it', path: to.tryIt },
            ]}
          />
          <Group title="Developer settings" targets={[{ label: 'API keys', path: to.apiKeys }]} />
          <Group title="Space" targets={[{ label: 'Members', path: to.members }]} />
        </>
      ) : null}
      <ul className="plain-list">
        <li>
          <NavLink href="/docs" label="API reference" />
        </li>
      </ul>
    </Stack>
  )
}
