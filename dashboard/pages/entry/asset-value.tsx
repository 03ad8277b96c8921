// An asset of an entry: its properties, and a thumbnail if this server hosts it.
import { Anchor, Group, Text } from '@mantine/core'

interface Asset {
  readonly url?: unknown
  readonly title?: unknown
  readonly contentType?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly size?: unknown
}

const previewSize = 64

export function AssetValue({ value }: { readonly value: Asset }) {
  const url = String(value.url ?? '')
  const picture = toPicture(url, value.contentType)
  return (
    <Group
      gap="sm"
      wrap="nowrap"
      align="flex-start"
      justify="flex-end"
      style={{ flexDirection: 'row-reverse' }}
    >
      <div style={{ minWidth: 0 }}>
        {typeof value.title === 'string' ? <Text size="sm">{value.title}</Text> : null}
        <Address url={url} />
        <Text size="xs" c="dimmed">
          {describe(value)}
        </Text>
      </div>
      {picture === null ? null : (
        <img src={picture} alt="" height={previewSize} width={previewSize} className="entry-picture" />
      )}
    </Group>
  )
}

/** A link only for URLs of pages or files; a `javascript:` URL in content must never become one. */
function Address({ url }: { readonly url: string }) {
  const absolute = toAddress(url)
  const isFile = absolute !== null && /^https?:$/.test(absolute.protocol)
  if (!isFile) return <Text size="sm" className="entry-text">{`${url.slice(0, 200)}`}</Text>
  return (
    <Anchor href={absolute.href} size="sm" target="_blank" rel="noreferrer noopener" className="entry-text">
      {url}
    </Anchor>
  )
}

/** Images of other hosts are not loaded: the page's policy forbids it, and the host would learn who is looking. */
function toPicture(url: string, contentType: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = toAddress(url)
  if (absolute?.protocol === 'data:') return absolute.pathname.startsWith('image/') ? url : null
  return absolute?.origin === window.location.origin ? absolute.href : null
}

function toAddress(url: string): URL | null {
  return URL.parse(url, window.location.href)
}

function describe({ contentType, width, height, size }: Asset): string {
  const pixels = typeof width === 'number' && typeof height === 'number' ? `${width} × ${height}` : null
  const bytes = typeof size === 'number' ? toSize(size) : null
  return [contentType, pixels, bytes].filter(part => typeof part === 'string').join(' · ')
}

function toSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`
}
