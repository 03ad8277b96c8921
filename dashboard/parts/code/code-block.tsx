// A block of code or terminal text, with a copy button.
import { Box } from '@mantine/core'
import { CopyTextButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly text: string
  /** The accessible name. */
  readonly label: string
}

export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <Box pos="relative" className="code-block">
      <section aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </section>
      <div className="code-block-copy">
        <CopyTextButton text={text} what={label} size="compact-xs" />
      </div>
    </Box>
  )
}
