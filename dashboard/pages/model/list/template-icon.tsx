// The icon of a template by its id. Any other id has the icon of an empty collection.
import { IconArticle, IconFile, IconPackage, IconSquareDashed } from '@tabler/icons-react'

const icons: Readonly<Record<string, typeof IconFile>> = {
  blog: IconArticle,
  products: IconPackage,
  pages: IconFile,
}

export function TemplateIcon({ id }: { readonly id: string }) {
  const Icon = icons[id] ?? IconSquareDashed
  return <Icon size={20} stroke={1.7} aria-hidden="true" />
}
