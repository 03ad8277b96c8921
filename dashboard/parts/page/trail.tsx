// Breadcrumbs from the parent pages to this one, in the top bar.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TopBarTrail } from './top-bar.tsx'

interface TrailProps {
  /** The parent pages, from the top. */
  readonly above: readonly { readonly text: string; readonly path: string }[]
  readonly here: string
  /** Shown after the name of the page, such as its state. */
  readonly aside?: ReactNode
}

export function Trail({ above, here, aside }: TrailProps) {
  return (
    <TopBarTrail>
      <nav aria-label="Breadcrumb" className="trail">
        <ol className="plain-list">
          {above.map(({ text, path }) => (
            <li key={path} className="trail-above">
              <Link href={path}>
                <IconChevronLeft size={16} stroke={1.7} aria-hidden="true" className="trail-back" />
                {text}
              </Link>
              <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />
            </li>
          ))}
          <li aria-current="page" className="trail-here">
            {here}
          </li>
        </ol>
      </nav>
      {aside}
    </TopBarTrail>
  )
}
