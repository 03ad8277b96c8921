// A body that a change of a key is refused for is a row: the body, and every fault of the response.
import { beforeAll, describe, expect, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { errorsOf, type KeyFixture, type NewApiKey, openKeyFixture } from './key-fixture.ts'

export type Body = string | Uint8Array<ArrayBuffer> | object
export type Row = readonly [title: string, body: Body, ...errors: string[]]

export type RefusalOf = (body: Body) => Promise<readonly string[]>

/** The faults of a body, once it is known that nothing was changed and that the response is bounded, whatever the body. */
export function openRefusals(): RefusalOf {
  let fixture: KeyFixture
  let target: NewApiKey
  beforeAll(async () => {
    fixture = await openKeyFixture()
    target = await fixture.create()
  }, longTestMs)
  return async body => {
    const before = await fixture.stored()
    const response = await fixture.ask('PATCH', `/${target.doc.id}`, body)
    const errors = errorsOf(response)
    expect(await fixture.stored()).toEqual(before)
    expect(response.text.length).toBeLessThan(16_384)
    return errors
  }
}

export function describeBodies(title: string, refusalOf: RefusalOf, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [name, body, ...errors] of rows) {
      test(name, async () => {
        expect(await refusalOf(body)).toEqual(errors)
      })
    }
  })
}
