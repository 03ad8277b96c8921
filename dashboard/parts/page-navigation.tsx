// The foot of a list that comes in pages: which page this is, and the way to the others. The page is in the address.
import { Box, Button, Pagination, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'

const pageMax = 2_147_483_647

/**
 * The page of the address (`?page=2`; 1 where it says none that can be), and how to go to another. A page with two
 * lists names the parameter of the second.
 */
export function usePageParameter(name = 'page'): [number, (page: number) => void] {
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.get(name) ?? ''
  const page = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= pageMax ? Number(text) : 1
  const go = (next: number) => {
    setParameters(before => {
      const after = new URLSearchParams(before)
      if (next === 1) after.delete(name)
      else after.set(name, String(next))
      return after
    })
  }
  return [page, go]
}

interface PageNavigationProps {
  readonly page: number
  readonly pagesCount: number
  readonly onChange: (page: number) => void
  /** What a screen reader calls it. */
  readonly label?: string
}

const controlLabels = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const

/** Renders nothing where one page holds all, and the way back where the list has become shorter than the address says. */
export function PageNavigation({ page, pagesCount, onChange, label = 'Pages' }: PageNavigationProps) {
  const last = Math.max(pagesCount, 1)
  if (page > last) {
    return (
      <Stack gap="xs" mt="md" align="flex-start">
        <Text size="sm">There is no page {page}.</Text>
        <Button size="xs" variant="default" onClick={() => onChange(last)}>
          Go to the last page
        </Button>
      </Stack>
    )
  }
  if (last === 1) return null
  return (
    <Box component="nav" aria-label={label} mt="md">
      <Pagination
        value={page}
        total={pagesCount}
        onChange={onChange}
        size="sm"
        gap={6}
        getItemProps={item => ({ 'aria-label': `Page ${item}` })}
        getControlProps={control => ({ 'aria-label': controlLabels[control] })}
      />
    </Box>
  )
}
