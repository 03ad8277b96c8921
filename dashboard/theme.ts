// Colours, fonts and defaults of the dashboard's parts.
import { createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'teal',
  autoContrast: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
})
