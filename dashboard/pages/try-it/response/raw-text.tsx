// Shows the body as text. Only the beginning of a large body is rendered, because many MiB of text would freeze the page.
import { Group, Stack, Text } from '@mantine/core'
import { CopyTextButton } from '../../../parts/code/copy-button.tsx'
import { toSize } from './formats.ts'
import '../try-it.css'

interface RawTextProps {
  readonly text: string
  /** The size of the whole text in bytes. */
  readonly bytes: number
}

const shownMax = 200_000

export function RawText({ text, bytes }: RawTextProps) {
  const isWhole = text.length <= shownMax
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {isWhole
            ? toSize(bytes)
            : `The first ${toSize(shownMax)} of ${toSize(bytes)}. The button copies all of it.`}
        </Text>
        <CopyTextButton text={text} what="the whole text" size="compact-xs" />
      </Group>
      <section aria-label="The response as text" className="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre tabIndex={0} className="raw-text">
          {isWhole ? text : text.slice(0, shownMax)}
        </pre>
      </section>
    </Stack>
  )
}
