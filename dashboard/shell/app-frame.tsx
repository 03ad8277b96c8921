// The frame of every page behind sign-in: navigation, the current space, the person.
import type { ReactNode } from 'react'

export function AppFrame({ children }: { readonly children: ReactNode }) {
  return <main>{children}</main>
}
