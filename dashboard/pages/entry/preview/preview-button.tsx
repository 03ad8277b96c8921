// The button in the top bar that shows the preview and hides it.
import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { usePreviewOpen } from './preview-open.ts'

export function PreviewButton() {
  const [isOpen, setOpen] = usePreviewOpen()
  return (
    <Button
      variant={isOpen ? 'light' : 'default'}
      px="sm"
      aria-pressed={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <IconDeviceDesktop size={18} stroke={1.7} aria-hidden="true" />
      <span className="wide-only">&nbsp;Preview</span>
    </Button>
  )
}
