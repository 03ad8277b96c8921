import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './site.css'

export const metadata: Metadata = { title: 'Books' }

export default function Site({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
