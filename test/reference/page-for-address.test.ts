// The page is made once and shows to each client the address that the client asked.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { OpenApiDocument } from '../../src/reference/open-api-shape.ts'
import { renderReferencePage } from '../../src/reference/reference-page.tsx'
import { longTestMs } from '../kit/fuzz.ts'
import { createTestSpace } from '../kit/test-space.ts'

setDefaultTimeout(longTestMs)

test('the page that is served is the one made for the address asked, whichever was asked before', async () => {
  const { app } = await createTestSpace()
  const document = (await (await app.request('/api/v1/openapi.json')).json()) as OpenApiDocument
  for (const baseUrl of ['http://localhost', 'https://content.example.com', 'http://[::1]:3000']) {
    const served = await (await app.request(`${baseUrl}/docs`)).text()
    expect(served === renderReferencePage(document, { baseUrl })).toBe(true)
    expect(served).toContain(`${baseUrl}/api/v1/`)
    expect(served).not.toContain('base.invalid')
  }
})
