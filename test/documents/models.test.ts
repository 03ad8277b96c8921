// docs/models.md: its table of the keys of a field is what the server accepts.
import { expect, test } from 'bun:test'
import { fieldTypes, typeOf } from '../../src/content/fields/registry.ts'
import { fieldInput } from '../../src/content/model/model-input.schema.ts'
import type { TypedProperty } from '../../src/content/values/model.ts'
import { readText, sectionOf, tableRowsOf } from './documents.ts'

const rows = tableRowsOf(sectionOf(readText('docs/models.md'), 'Fields'))

test('the table of fields has every key that the server accepts, and no other', () => {
  const accepted = Object.keys(fieldInput.shape)
  expect(rows.map(([key]) => key).sort()).toEqual(accepted.map(key => `\`${key}\``).sort())
})

test('the table of fields says for each key which types may have it', () => {
  for (const [key = '', types = ''] of rows) {
    const name = key.replaceAll('`', '') as TypedProperty
    const having = fieldTypes.filter(type => typeOf({ type }).properties.includes(name))
    if (having.length > 0) expect([key, types]).toEqual([key, having.map(type => `\`${type}\``).join(', ')])
    else expect([key, types]).toEqual([key, expect.stringMatching(/^(?:every field|fields with `many`)$/)])
  }
})

test('the table of fields names every type', () => {
  const [, , about = ''] = rows.find(([key]) => key === '`type`') ?? []
  for (const type of fieldTypes) expect(about).toContain(`\`${type}\``)
})
