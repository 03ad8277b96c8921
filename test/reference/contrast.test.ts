// Colours: every pair of text and ground that the page uses has the contrast of WCAG AA, in light and in dark.
import { describe, expect, test } from 'bun:test'
import { referenceStyle } from '../../src/reference/reference-style.ts'

const pairs: readonly (readonly string[])[] = [
  ...['ink', 'muted', 'accent', 'green', 'blue', 'amber', 'violet', 'red'].flatMap(text => [
    [text, 'ground'],
    [text, 'panel'],
  ]),
  ...['green', 'blue', 'amber', 'violet', 'red'].map(name => [name, `${name}-ground`]),
  ...['ink', 'accent', 'violet', 'muted'].map(text => [text, 'accent-ground']),
  ...['ink', 'muted', 'accent'].map(text => [text, 'target']),
  ['ground', 'ink'],
]

function tokensOf(css: string): ReadonlyMap<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(match => [match[1] ?? '', match[2] ?? '']),
  )
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map(part =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (light + 0.05) / (dark + 0.05)
}

const [lightCss = '', darkCss = ''] = referenceStyle.split('@media (prefers-color-scheme: dark)')
for (const [scheme, css] of [
  ['light', lightCss],
  ['dark', darkCss.slice(0, darkCss.indexOf('@media'))],
] as const) {
  describe(`in ${scheme}`, () => {
    const tokens = tokensOf(css.slice(0, css.indexOf('}')))
    for (const [text = '', ground = ''] of pairs) {
      test(`${text} on ${ground} can be read`, () => {
        expect(contrast(tokens.get(text) ?? '', tokens.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5)
      })
    }
  })
}

test('every colour of the page is a named one', () => {
  const rules = referenceStyle.slice(referenceStyle.indexOf('*::before')).split('@media print')[0] ?? ''
  expect(rules.match(/#[0-9a-f]{3,8}\b/gi)).toBeNull()
})
