// The response of a node after another process has changed the database.
import { testEngine } from './test-engine.ts'

const pauseMs = 10
const asksMax = 500

/**
 * On one file it is the very next response. Nodes on PostgreSQL are notified within a second: returns the first
 * response that is `wanted`, or the last one if none is.
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
