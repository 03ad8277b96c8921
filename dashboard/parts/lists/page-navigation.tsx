// Pagination of a list: the current page and links to the others. The page number is in the URL.
import { Box, Button, Pagination, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'

const pageMax = 2_147_483_647

/**
 * Returns the page number in the URL (`?page=2`; 1 if it is missing or invalid), and a setter. A page with two lists uses
 * another parameter name for the second one.
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
  /** The accessible name. */
  readonly label?: string
}

const controlLabels = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const

/** Renders nothing for a single page, and a link back if the list has fewer pages than the URL says. */
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
