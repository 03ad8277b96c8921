// The icon of a component, by the name that its model has. It is decorative, and always accompanies the name.
import {
  IconArticle,
  IconBlocks,
  IconBolt,
  IconCalendar,
  IconChartBar,
  IconClick,
  IconCode,
  IconColumns,
  IconForms,
  IconHeading,
  IconHelp,
  IconLayout,
  IconLayoutGrid,
  IconLink,
  IconList,
  IconMail,
  IconMapPin,
  IconMenu,
  IconMessage,
  IconPhoto,
  IconQuote,
  IconSettings,
  IconShoppingCart,
  IconStar,
  IconTable,
  IconTag,
  IconTextCaption,
  IconUser,
  IconUsers,
  IconVideo,
  IconWorld,
} from '@tabler/icons-react'
import type { Component } from '../../../src/content/values/model.ts'

type IconName = NonNullable<Component['icon']>

const icons: Readonly<Record<IconName, typeof IconBlocks>> = {
  article: IconArticle,
  bolt: IconBolt,
  calendar: IconCalendar,
  'chart-bar': IconChartBar,
  click: IconClick,
  code: IconCode,
  columns: IconColumns,
  forms: IconForms,
  heading: IconHeading,
  help: IconHelp,
  layout: IconLayout,
  'layout-grid': IconLayoutGrid,
  link: IconLink,
  list: IconList,
  mail: IconMail,
  'map-pin': IconMapPin,
  menu: IconMenu,
  message: IconMessage,
  photo: IconPhoto,
  quote: IconQuote,
  settings: IconSettings,
  'shopping-cart': IconShoppingCart,
  star: IconStar,
  table: IconTable,
  tag: IconTag,
  'text-caption': IconTextCaption,
  user: IconUser,
  users: IconUsers,
  video: IconVideo,
  world: IconWorld,
}

interface ComponentIconProps {
  /** Components without an icon have a common one. */
  readonly icon: IconName | undefined
  readonly size?: number
}

export function ComponentIcon({ icon, size = 18 }: ComponentIconProps) {
  const Icon = icon === undefined ? IconBlocks : icons[icon]
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}
