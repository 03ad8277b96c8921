// What a node knows of spaces is bounded: those that were asked for least lately go.
import { expect, test } from 'bun:test'
import type { SpaceId } from '../../src/base/ids.ts'
import { openTestDatabase } from '../kit/test-databases.ts'
import { createStates } from './states.ts'

const spacesMax = 1000
const nameOf = (number: number) => `space${number}` as SpaceId

test('of more than 1,000 spaces the one that was asked for longest ago is forgotten', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const ask = (number: number, revision = 1) =>
    database.snapshot(nameOf(number), reads => states.at(reads, nameOf(number), 0, revision))
  const known = (number: number) => states.find(nameOf(number), 0) !== null
  for (let number = 0; number < spacesMax; number++) await ask(number)
  expect([known(0), known(1), known(spacesMax - 1)]).toEqual([true, true, true])
  await ask(0)
  await ask(spacesMax)
  expect([known(0), known(1), known(2), known(spacesMax)]).toEqual([true, false, true, true])
  // One that moves on is not one more.
  await ask(2, 2)
  expect([known(2), known(3), states.revisionOf(nameOf(2))]).toEqual([true, true, 2])
  await ask(spacesMax + 1)
  expect([known(2), known(3), known(4)]).toEqual([true, false, true])
})

test('one that is forgotten, or of another history, is unknown', async () => {
  const { database } = await openTestDatabase()
  const states = createStates(database)
  const space = nameOf(1)
  await database.snapshot(space, reads => states.at(reads, space, 3, 7))
  expect([states.find(space, 3)?.log.revision, states.find(space, 4)]).toEqual([7, null])
  states.forget(space)
  expect([states.find(space, 3), states.revisionOf(space)]).toEqual([null, 0])
})
