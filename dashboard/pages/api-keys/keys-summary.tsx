// The line above the list: the number of keys, and how many visible ones expire soon.
import { Group, Skeleton, Text } from '@mantine/core'
import type { ApiKeyList } from '../../api/keys/api-keys.ts'
import { StateBadge } from '../../parts/entries/entry-state.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { endsSoon } from './expiry.ts'

const toKeys = (count: number) => `${formatCount(count)} ${count === 1 ? 'key' : 'keys'}`

/** The height is constant, with or without the notice and while `keys` loads, so that the content below does not move. */
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
        <span role="status">
          <StateBadge
            word={`${soon === 1 ? '1 key on this page expires' : `${soon} keys on this page expire`} within 14 days`}
            tone="amber"
          />
        </span>
      ) : null}
    </Group>
  )
}
