// What a node answers after another process has changed the database.
import { testEngine } from './test-engine.ts'

const pauseMs = 10
const asksMax = 500

/**
 * On one file it is the very next answer. Nodes of a PostgreSQL are told, and know within a second: the first answer
 * that is `wanted`, or the last one where none is.
 */
export async function nextAnswer<Answer>(
  ask: () => Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await ask()
  if (testEngine === 'sqlite') return answer
  for (let asks = 1; asks < asksMax && !wanted(answer); asks++) {
    await Bun.sleep(pauseMs)
    answer = await ask()
  }
  return answer
}
