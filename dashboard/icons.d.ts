// Icons are imported from individual files, such as '@tabler/icons-react/dist/esm/icons/IconHome.mjs'. From the package's
// index, the bundler would read all six thousand.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
