// Icons are imported one by one, as in '@tabler/icons-react/dist/esm/icons/IconHome.mjs': from the package's index the
// bundler would read all six thousand.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
