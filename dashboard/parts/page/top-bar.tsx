// What a page puts into the bar at the top of the window: where it is, and what one most likely wants to do there.
//
//   <Trail above={[{ text: 'Books', path }]} here="Tide Tables" aside={<EntryState state="draft" />} />
//   <TopBarActions>
//     <Button>Publish 2 changes</Button>
//   </TopBarActions>
//
// Both are rendered anywhere in the page; the bar shows them while they are mounted. At most one action is filled; the
// others are `variant="default"`, before it. A page of the navigation needs no trail: the bar knows its name.
//
// Pages have padding and at most 80rem. A page whose first element has the class `page-full` gets the whole area below
// the bar, without padding, for tables and panels that reach the edges.
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

export interface TopBarPlaces {
  /** Null until the bar is there. */
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

/** In the place of the name of the page. {@link Trail} is what pages use. */
export function TopBarTrail({ children }: TopBarActionsProps) {
  const { trail } = useContext(TopBarContext)
  return trail && createPortal(children, trail)
}
