// A placeholder in the frame while the session or the script of a page loads.
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

export function PageSkeleton() {
  return (
    <>
      <VisuallyHidden component="h1">Loading</VisuallyHidden>
      <Stack gap="lg" aria-busy="true">
        <Skeleton height={32} width="min(16rem, 80%)" />
        <Skeleton height={160} />
      </Stack>
    </>
  )
}
