// The links of the sidebar to the pages and collections of the space.

import { Skeleton, VisuallyHidden } from '@mantine/core'
import {
  IconArchive,
  IconBook,
  IconChevronRight,
  IconClockPlay,
  IconHistory,
  IconHome,
  IconKey,
  IconPhoto,
  IconPlus,
  IconSearch,
  IconSitemap,
  IconStack2,
  IconTerminal2,
} from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCollections } from '../../api/content/content.ts'
import { usePendingSchedulesCount } from '../../api/content/schedules.ts'
import { useAssetCount } from '../../api/media/assets.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { countListed, formatCount } from '../../parts/lists/counts.ts'
import { useIsForDevelopers } from '../../parts/people/role-labels.ts'
import { CollectionIcon } from '../../parts/pictures/collection-icon.tsx'
import { type SpacePaths, toSpacePaths } from '../../paths.ts'

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

/** The links to the pages of the space, in the sidebar and in the menu of narrow windows. */
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

const shownMax = 50
const skeletonRows = ['60%', '45%', '55%', '50%', '65%', '40%'] as const

/** The collections of the space in the navigation: the first fifty, and a link to all of them. */
function NavigationCollections() {
  const paths = useSpacePaths()
  const canModel = useHasRight('model')
  const { data, isError } = useCollections(1, shownMax)
  if (!data && !isError) return <NavigationSkeleton />
  return (
    <>
      {data?.list.map(collection => (
        <NavigationLink
          key={collection.apiName}
          label={collection.name}
          path={paths.toCollection(collection.apiName)}
          icon={<CollectionIcon collection={collection} />}
          count={collection.singleton ? undefined : countListed(collection)}
          countLabel={countListed(collection) === 1 ? 'entry' : 'entries'}
          hasPagesBelow
        />
      ))}
      {data?.count === 0 && canModel ? (
        <NavigationLink label="Add a collection" path={`${paths.model}?add`} icon={<IconPlus {...icon} />} />
      ) : null}
      {!data || (data.count === 0 && !canModel) || data.count > shownMax ? (
        <NavigationLink
          label={data?.count === 0 ? 'No collections yet' : 'All collections'}
          path={paths.content}
          icon={<IconStack2 {...icon} />}
        />
      ) : null}
    </>
  )
}

export function NavigationSkeleton() {
  return skeletonRows.map(width => (
    <li key={width} className="nav-link" aria-busy="true">
      <Skeleton height={18} width={18} radius="sm" />
      <Skeleton height={10} width={width} />
    </li>
  ))
}

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

/** One link of the navigation with an icon, a name and a count. */
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
