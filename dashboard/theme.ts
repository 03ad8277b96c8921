// Colours, fonts and component defaults of the dashboard. Every pair of text and background meets AA in light and dark.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The blue of the API reference page. */
const ink: MantineColorsTuple = [
  '#eff4fb',
  '#e2ebf7',
  '#c3d6ee',
  '#9dbde6',
  '#7aa7e0',
  '#5488cc',
  '#3f76bf',
  '#3168b2',
  '#2860a8',
  '#1d4f91',
]

/** Mantine's red, except for the last two shades: white text on them is legible. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#e03131',
  '#c92a2a',
  '#a61e1e',
]

/** From text to background, slightly blue, as on the API reference page. */
const dark: MantineColorsTuple = [
  '#e8e6e1',
  '#cfd0d2',
  '#a9aeb8',
  '#868c97',
  '#3b4049',
  '#2a2e36',
  '#1c1f25',
  '#14161a',
  '#101216',
  '#0b0c0f',
]

/** The header of a dialog must not be a banner landmark of the document. */
const dialog = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
}

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: 8,
  colors: { ink, red, dark },
  black: '#1d1f23',
  autoContrast: true,
  // The value at which black and white text are equally legible; Mantine's 0.3 puts white text on pale red.
  luminanceThreshold: 0.18,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Drawer: { defaultProps: dialog },
    // In the page's landmark, not at the end of the document; without Mantine's hidden tab stop, which is no menu item.
    Menu: { defaultProps: { portalProps: { target: '#page' }, withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { ...dialog, radius: 'md' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
  },
})

/** Mantine's greys for dimmed text, and its text on pale backgrounds, have too little contrast for AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfa',
    '--mantine-color-dimmed': '#5b6069',
    '--mantine-color-placeholder': '#6b7079',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#d9d6cf',
    '--mantine-color-default-hover': '#f5f3ee',
    '--mantine-color-gray-light-color': '#343a40',
    '--mantine-color-red-light-color': '#9f231b',
    '--mantine-color-green-light-color': '#17633f',
    '--mantine-color-teal-light-color': '#0b5d44',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3a05',
    '--mantine-color-blue-light-color': '#154f8a',
    '--field-line': '#878c95',
    '--focus-line': '#2860a8',
  },
  dark: {
    '--mantine-color-placeholder': '#8f95a0',
    '--mantine-color-error': '#f2a099',
    '--field-line': '#6d737e',
    '--focus-line': '#7aa7e0',
  },
})
