// The components with which a page sets the content of the top bar: its breadcrumbs, and its main actions.
//
//   <Trail above={[{ text: 'Books', path }]} here="Tide Tables" aside={<EntryState state="draft" />} />
//   <TopBarActions>
//     <Button>Publish 2 changes</Button>
//   </TopBarActions>
//
// Both can be rendered anywhere in the page; the bar shows them while they are mounted. At most one action is filled; the
// others are `variant="default"` and come before it. A page of the navigation needs no trail, because the bar knows its
// name.
//
// Pages have padding and a maximum width of 80rem. A page whose first element has the class `page-full` gets the whole
// area below the bar without padding, for tables and panels that reach the edges.
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import logo from '../../logo.svg'

interface TopBarPlaces {
  /** Null until the top bar is mounted. */
  readonly trail: HTMLElement | null
  readonly actions: HTMLElement | null
}

export const TopBarContext = createContext<TopBarPlaces>({ trail: null, actions: null })

interface TopBarActionsProps {
  readonly children: ReactNode
}

export function TopBarActions({ children }: TopBarActionsProps) {
  const { actions } = useContext(TopBarContext)
  return actions && createPortal(children, actions)
}

/** Replaces the name of the page. Pages use {@link Trail} instead. */
export function TopBarTrail({ children }: TopBarActionsProps) {
  const { trail } = useContext(TopBarContext)
  return trail && createPortal(children, trail)
}

/** The logo of the product, and the logo with the product's name. */
function Mark({ size = 24 }: { readonly size?: number }) {
  return <img src={logo} alt="" width={size} height={size} style={{ display: 'block', flex: 'none' }} />
}

export function Brand() {
  return (
    <span className="brand">
      <Mark />
      Frontlist
    </span>
  )
}
