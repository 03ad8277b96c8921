// A button in the top bar that looks like a search field and opens the command palette.
import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { searchKeys } from '../shortcuts/shortcut-keys.ts'
import { searchName } from './palette.tsx'

export function SearchButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <UnstyledButton className="search-button" onClick={onClick} aria-keyshortcuts="Control+K">
      <IconSearch size={17} stroke={1.7} aria-hidden="true" />
      <span>{searchName}</span>
      <span className="keys" aria-hidden="true">
        {searchKeys}
      </span>
    </UnstyledButton>
  )
}
