// The layout of the pages before sign-in: one narrow column under the product's name.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function OutsideFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="outside-column">
      <Stack gap="xl">
        <Text className="product-name">Frontlist</Text>
        <div>{children}</div>
      </Stack>
    </main>
  )
}
