// A body that a change of a key is refused for is a row: the body, and every fault of the answer.
import { beforeAll, describe, expect, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { faultsOf, type KeyDesk, type NewApiKey, openDesk } from './key-fixture.ts'

export type Body = string | Uint8Array<ArrayBuffer> | object
export type Row = readonly [title: string, body: Body, ...faults: string[]]

export type RefusalOf = (body: Body) => Promise<readonly string[]>

/** The faults of a body, once it is known that nothing was changed and that the answer is bounded, whatever the body. */
export function openRefusals(): RefusalOf {
  let desk: KeyDesk
  let target: NewApiKey
  beforeAll(async () => {
    desk = await openDesk()
    target = await desk.create()
  }, longTestMs)
  return async body => {
    const before = await desk.stored()
    const answer = await desk.ask('PATCH', `/${target.doc.id}`, body)
    const faults = faultsOf(answer)
    expect(await desk.stored()).toEqual(before)
    expect(answer.text.length).toBeLessThan(16_384)
    return faults
  }
}

export function describeBodies(title: string, refusalOf: RefusalOf, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [name, body, ...faults] of rows) {
      test(name, async () => {
        expect(await refusalOf(body)).toEqual(faults)
      })
    }
  })
}
