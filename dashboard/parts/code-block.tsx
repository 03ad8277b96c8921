// Text for a terminal or an editor, with a button that copies it.
import { Box, Button, CopyButton, ScrollArea } from '@mantine/core'

interface CodeBlockProps {
  readonly text: string
  /** What a screen reader calls it. */
  readonly label: string
}

export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <Box pos="relative" className="code-block">
      <ScrollArea type="auto">
        <section aria-label={label}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </section>
      </ScrollArea>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy} className="code-block-copy">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Box>
  )
}
