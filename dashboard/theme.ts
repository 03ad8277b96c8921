// Colours, fonts and component defaults of the dashboard. Every pair of text and background meets AA in light and dark.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** Warm grays, from the palest background to text. */
const gray: MantineColorsTuple = [
  '#f8f7f5',
  '#f4f3f0',
  '#efede8',
  '#e6e4df',
  '#d0ceca',
  '#b5b2ab',
  '#8f8b84',
  '#6d6a64',
  '#4b4a45',
  '#242322',
]

/** From text to background. */
const dark: MantineColorsTuple = [
  '#efede8',
  '#cdcbc5',
  '#a5a198',
  '#8f8c84',
  '#2e2d29',
  '#2a2926',
  '#22221f',
  '#1d1d1a',
  '#161614',
  '#121210',
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

/** The header of a dialog must not be a banner landmark of the document. */
const dialog = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
}

export const theme = createTheme({
  // The one accent: blue on light, pale blue on dark.
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 3 },
  colors: { gray, red, dark },
  black: '#1c1b19',
  // Filled components are dark in the light scheme and pale in the dark one. Mantine would use the same text colour for
  // both.
  variantColorResolver: input => {
    const colours = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colours, color: 'var(--on-filled)' } : colours
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontFamily: '"Inter Variable", "Inter Fallback", system-ui, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  // Body text has 14 px by default, notes 12 px (`xs`).
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.5' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Drawer: { defaultProps: dialog },
    // Menus are rendered in the page's landmark instead of the end of the document, and without Mantine's hidden tab stop,
    // which is not a menu item.
    Menu: {
      defaultProps: {
        portalProps: { target: '#page' },
        withInitialFocusPlaceholder: false,
        radius: 'md',
        shadow: 'md',
      },
    },
    Modal: { defaultProps: { ...dialog, radius: 'lg', padding: 'lg' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Paper: { defaultProps: { radius: 'lg' } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
  },
})

/**
 * Returns the variables that the dashboard adds to Mantine's own: `--page` is the page background; `--surface` that of
 * cards, bars and fields; `--sidebar` that of the navigation; `--selected` that of selected items, with `--accent` as the
 * text colour. Each state of an entry has a pair of colours, which `parts/entries/entry-state.tsx` uses. `--check` and
 * `--check-between` form the checkerboard behind pictures.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--surface': 'var(--mantine-color-body)',
    '--line': 'var(--mantine-color-default-border)',
  },
  light: {
    '--page': '#fbfbfa',
    '--sidebar': '#f4f3f0',
    '--accent': '#3b5bdb',
    '--on-filled': '#ffffff',
    '--selected': '#edf1ff',
    '--field-line': '#8f8b84',
    '--focus-line': '#3b5bdb',
    '--hover': '#efede8',
    '--check': '#d9d6cf',
    '--check-between': '#f1efeb',
    '--nav-text': '#4b4a45',
    '--state-green': '#1f7333',
    '--state-green-pale': '#e9f7ec',
    '--state-amber': '#9a4f00',
    '--state-amber-pale': '#fff3df',
    '--state-blue': '#1864ab',
    '--state-blue-pale': '#e5f1fb',
    '--state-gray': '#5c5952',
    '--state-gray-pale': '#efede8',
    '--state-red': '#c92a2a',
    '--state-red-pale': '#fdeceb',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-anchor': '#3b5bdb',
    '--mantine-color-dimmed': '#6d6a64',
    '--mantine-color-placeholder': '#6d6a64',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#e6e4df',
    '--mantine-color-default-hover': '#f4f3f0',
    '--mantine-color-gray-light-color': '#4b4a45',
    '--mantine-color-red-light-color': '#a51f1f',
    '--mantine-color-green-light-color': '#17633f',
    '--mantine-color-teal-light-color': '#0b5d44',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3a05',
    '--mantine-color-blue-light-color': '#154f8a',
  },
  dark: {
    '--page': '#161614',
    '--sidebar': '#121210',
    '--accent': '#91a7ff',
    '--on-filled': '#161614',
    '--selected': '#262b45',
    '--field-line': '#75726b',
    '--focus-line': '#91a7ff',
    '--hover': '#262522',
    '--check': '#6b6862',
    '--check-between': '#57544f',
    '--nav-text': '#cdcbc5',
    '--state-green': '#8ce99a',
    '--state-green-pale': '#17301c',
    '--state-amber': '#ffc078',
    '--state-amber-pale': '#3a2a12',
    '--state-blue': '#a5d8ff',
    '--state-blue-pale': '#152c3f',
    '--state-gray': '#c9c6be',
    '--state-gray-pale': '#2e2d29',
    '--state-red': '#ff8787',
    '--state-red-pale': '#3a1a1a',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-dimmed': '#a5a198',
    '--mantine-color-placeholder': '#a5a198',
    '--mantine-color-error': '#ff8787',
  },
})
