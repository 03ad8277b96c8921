// The line above the list: how many keys there are, and how many of those in view end soon.
import { Badge, Group, Skeleton, Text } from '@mantine/core'
import type { ApiKeyList } from '../../api/api-keys.ts'
import { endsSoon } from './expiry.ts'

const toKeys = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'key' : 'keys'}`

/** As high without the notice as with it, and while `keys` is not there yet: nothing below it moves. */
export function KeysSummary({ keys }: { readonly keys: ApiKeyList | undefined }) {
  const now = Date.now()
  const soon = keys?.list.filter(key => endsSoon(key, now)).length ?? 0
  return (
    <Group justify="space-between" gap="xs" mb="xs" mih={{ base: 64, sm: 36 }}>
      {keys ? (
        <Text size="sm" c="dimmed">
          {toKeys(keys.count)}, newest first
        </Text>
      ) : (
        <Skeleton height={14} width={130} />
      )}
      {soon > 0 ? (
        <Badge color="yellow" size="lg" radius="sm" tt="none" fw={500} role="status">
          {soon === 1 ? '1 key on this page expires' : `${soon} keys on this page expire`} within 14 days
        </Badge>
      ) : null}
    </Group>
  )
}
