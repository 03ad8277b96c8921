// The icon of a collection, derived from its API name. It is decorative, and always accompanies the name.
import {
  IconArticle,
  IconBook2,
  IconCalendarEvent,
  IconFile,
  IconHexagon,
  IconListDetails,
  IconMapPin,
  IconMessageCircle,
  IconMovie,
  IconPackage,
  IconPhoto,
  IconTags,
  IconUserCircle,
} from '@tabler/icons-react'

const icons = [
  [/book|title|chapter|library/, IconBook2],
  [/author|person|people|user|member|team|staff|artist|speaker/, IconUserCircle],
  [/post|article|news|blog|story|stories|essay/, IconArticle],
  [/categor|tag|topic|genre|label|series/, IconTags],
  [/event|date|session|calendar|tour/, IconCalendarEvent],
  [/product|item|shop|order|parcel|format|edition/, IconPackage],
  [/image|photo|picture|gallery|media|banner|asset/, IconPhoto],
  [/movie|film|video|show|episode/, IconMovie],
  [/place|location|city|country|venue|address|stores?$/, IconMapPin],
  [/review|comment|faq|question|quote|testimonial/, IconMessageCircle],
  [/page|document|landing|legal/, IconFile],
] as const

interface CollectionIconProps {
  readonly collection: { readonly apiName: string; readonly singleton?: boolean | undefined }
  readonly size?: number
}

export function CollectionIcon({ collection, size = 18 }: CollectionIconProps) {
  const name = collection.apiName.toLowerCase()
  const byName = icons.find(([pattern]) => pattern.test(name))?.[1]
  const Icon = collection.singleton ? IconHexagon : (byName ?? IconListDetails)
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}
