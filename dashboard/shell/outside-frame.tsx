// The layout of the pages before sign-in: a narrow card below the product's logo.
import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../parts/page/mark.tsx'

export function OutsideFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="outside">
      <div className="outside-column">
        <Brand />
        <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
          {children}
        </Paper>
      </div>
    </main>
  )
}
