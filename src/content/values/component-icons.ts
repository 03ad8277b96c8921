// The icons of components. The model of the dashboard's first page does not load their names.

/** The names of the icons that a component may have, which are those of Tabler Icons. */
export const componentIcons = [
  'article',
  'bolt',
  'calendar',
  'chart-bar',
  'click',
  'code',
  'columns',
  'forms',
  'heading',
  'help',
  'layout',
  'layout-grid',
  'link',
  'list',
  'mail',
  'map-pin',
  'menu',
  'message',
  'photo',
  'quote',
  'settings',
  'shopping-cart',
  'star',
  'table',
  'tag',
  'text-caption',
  'user',
  'users',
  'video',
  'world',
] as const

export type ComponentIcon = (typeof componentIcons)[number]
