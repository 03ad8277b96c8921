// One link of the navigation with an icon, a name and a count.
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { formatCount } from '../../parts/lists/counts.ts'

/** The style of all icons in the frame. */
export const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

interface NavigationLinkProps {
  readonly label: string
  readonly path: string
  readonly icon: ReactNode
  readonly count?: number | undefined
  /** The counted items, for screen readers. */
  readonly countLabel?: string
  /** True if the link is also active on the pages below it. */
  readonly hasPagesBelow?: boolean
  /** Another page on which the link is active. */
  readonly alsoAt?: string
}

export function NavigationLink({
  label,
  path,
  icon,
  count,
  countLabel,
  hasPagesBelow = false,
  alsoAt,
}: NavigationLinkProps) {
  const [location] = useLocation()
  const isBelow = location === alsoAt || (hasPagesBelow && location.startsWith(`${path}/`))
  return (
    <li>
      <Link
        href={path}
        className="nav-link"
        title={label}
        aria-current={location === path ? 'page' : isBelow}
      >
        {icon}
        <span className="nav-label">{label}</span>
        {count === undefined ? null : (
          <span className="nav-count">
            {formatCount(count)}
            {countLabel ? <VisuallyHidden component="span"> {countLabel}</VisuallyHidden> : null}
          </span>
        )}
      </Link>
    </li>
  )
}
