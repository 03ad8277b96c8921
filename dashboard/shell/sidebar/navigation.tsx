// The links to the pages of the space, in the sidebar and in the menu of narrow windows.

import {
  IconArchive,
  IconBook,
  IconChevronRight,
  IconClockPlay,
  IconHistory,
  IconHome,
  IconKey,
  IconPhoto,
  IconSearch,
  IconSitemap,
  IconTerminal2,
} from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { usePendingSchedulesCount } from '../../api/content/schedules.ts'
import { useAssetCount } from '../../api/media/assets.ts'
import { useIsForDevelopers } from '../../parts/people/for-developers.ts'
import { type SpacePaths, toSpacePaths } from '../../paths.ts'
import { NavigationCollections } from './navigation-collections.tsx'
import { icon, NavigationLink } from './navigation-link.tsx'

interface GroupProps {
  readonly title: string
  /** The page that the title links to. */
  readonly href?: string
  readonly children: ReactNode
}

function Group({ title, href, children }: GroupProps) {
  const id = useId()
  return (
    <div>
      <div id={id} className="nav-title">
        {href === undefined ? title : <Link href={href}>{title}</Link>}
      </div>
      <ul className="plain-list" aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

interface NavigationProps {
  /** The slug of the space. */
  readonly space: string
  readonly onSearch: () => void
}

export function Navigation({ space, onSearch }: NavigationProps) {
  const to = toSpacePaths(space)
  return (
    <>
      <ul className="plain-list">
        <NavigationLink label="Home" path={to.home} icon={<IconHome {...icon} />} />
        {/* Shown only if the top bar has no space for the search. */}
        <li className="nav-search">
          <button type="button" className="nav-link" onClick={onSearch}>
            <IconSearch {...icon} />
            <span className="nav-label">Search</span>
          </button>
        </li>
      </ul>
      <Group title="Content" href={to.content}>
        <NavigationCollections />
        <MediaLink path={to.media} />
      </Group>
      <Group title="Workspace">
        <ScheduleLink path={to.schedule} />
        <NavigationLink label="Activity" path={to.activity} icon={<IconHistory {...icon} />} />
        <NavigationLink label="Archive" path={to.archive} icon={<IconArchive {...icon} />} />
      </Group>
      <Developers to={to} />
    </>
  )
}

/** Collapsed until one of its pages is opened. */
function Developers({ to }: { readonly to: SpacePaths }) {
  const id = useId()
  const [location] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useIsForDevelopers()
  const pages = [to.model, to.variants, to.tryIt, to.apiKeys]
  const isHere = pages.some(path => location === path || location.startsWith(`${path}/`))
  useLayoutEffect(() => {
    if (isHere) setOpen(true)
  }, [isHere])
  if (!isNeeded && !isHere) return null
  return (
    <div>
      <button
        type="button"
        className="nav-title nav-fold"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden="true" />
        Developers
      </button>
      {isOpen ? <DeveloperPages id={id} to={to} /> : null}
    </div>
  )
}

function DeveloperPages({ id, to }: { readonly id: string; readonly to: SpacePaths }) {
  return (
    <ul className="plain-list" id={id} aria-label="Developers">
      <NavigationLink
        label="Content model"
        path={to.model}
        icon={<IconSitemap {...icon} />}
        alsoAt={to.variants}
        hasPagesBelow
      />
      <NavigationLink label="Try it" path={to.tryIt} icon={<IconTerminal2 {...icon} />} />
      <NavigationLink label="API keys" path={to.apiKeys} icon={<IconKey {...icon} />} />
      <ReferenceLink />
    </ul>
  )
}

/** Links to a page of the server that is not part of the dashboard. */
function ReferenceLink() {
  return (
    <li>
      <a className="nav-link" href="/docs">
        <IconBook {...icon} />
        <span className="nav-label">Reference</span>
      </a>
    </li>
  )
}

function MediaLink({ path }: { readonly path: string }) {
  const { data: count } = useAssetCount()
  return (
    <NavigationLink
      label="Media"
      path={path}
      icon={<IconPhoto {...icon} />}
      count={count}
      countLabel={count === 1 ? 'file' : 'files'}
    />
  )
}

function ScheduleLink({ path }: { readonly path: string }) {
  const { data: count } = usePendingSchedulesCount()
  return (
    <NavigationLink
      label="Schedule"
      path={path}
      icon={<IconClockPlay {...icon} />}
      count={count === 0 ? undefined : count}
      countLabel="pending"
    />
  )
}

/** The links that are available to a user without a space. */
export function NavigationWithoutSpace() {
  return (
    <ul className="plain-list">
      <ReferenceLink />
    </ul>
  )
}
