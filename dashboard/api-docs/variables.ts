// Adds the theme's CSS variables as a style sheet created by script, because the Content-Security-Policy of this page
// allows no style elements.
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { cssVariables, theme } from '../theme.ts'

export function adoptVariables(): void {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const base = defaultCssVariablesResolver(whole)
  const own = cssVariables(whole)
  const text = convertCssVariables(
    {
      variables: { ...base.variables, ...own.variables },
      light: { ...base.light, ...own.light },
      dark: { ...base.dark, ...own.dark },
    },
    ':root',
  )
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
