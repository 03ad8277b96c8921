// Makes small exports for the tests here: each helper gives one part in the shape that contentful-export writes.
// The content is made up; nothing of a real space is copied.

export type Part = Record<string, unknown>

export const link = (id: string, linkType = 'Entry'): Part => ({ sys: { type: 'Link', linkType, id } })

export const published = { version: 5, publishedVersion: 4, publishedAt: '2026-01-02T03:04:05.678Z' }
export const draft = { version: 3 }

export function contentType(id: string, fields: readonly Part[], more: Part = {}): Part {
  const sys = { id, type: 'ContentType', version: 2, publishedVersion: 1 }
  return { sys, name: `The ${id}`, fields, ...more }
}

export function field(id: string, type: string, more: Part = {}): Part {
  return { id, name: id, type, localized: false, required: false, omitted: false, disabled: false, ...more }
}

export const toEntry = (...to: string[]): Part => ({
  linkType: 'Entry',
  validations: [{ linkContentType: to }],
})

/** Bare values are those of `en`; `sys` says the state. */
export function entry(id: string, typeId: string, values: Part, sys: Part = published): Part {
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { en: value }]))
  return localEntry(id, typeId, fields, sys)
}

export function localEntry(id: string, typeId: string, fields: Part, sys: Part = published): Part {
  return { sys: { id, type: 'Entry', contentType: link(typeId, 'ContentType'), ...sys }, fields }
}

export function file(name: string, more: Part = {}): Part {
  const details = { size: 1234, image: { width: 40, height: 30 } }
  return {
    url: `//assets.example/${name}.png`,
    contentType: 'image/png',
    fileName: `${name}.png`,
    details,
    ...more,
  }
}

export function asset(id: string, fields: Part = {}, sys: Part = published): Part {
  const own = { title: { en: `Picture ${id}` }, file: { en: file(id) } }
  return { sys: { id, type: 'Asset', ...sys }, fields: { ...own, ...fields } }
}

export const locale = (code: string, more: Part = {}): Part => ({
  code,
  fallbackCode: null,
  default: false,
  ...more,
})
export const english = locale('en', { default: true })

/** A whole export; English alone unless `locales` says more. */
export function space(parts: Part): Part {
  return { contentTypes: [], entries: [], assets: [], locales: [english], ...parts }
}
