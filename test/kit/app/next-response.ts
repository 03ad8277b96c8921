// The response of a node after another process has changed the database.
import { testEngine } from '../database/test-engine.ts'

const pauseMs = 10
const attemptsMax = 500

/**
 * On one file it is the very next response. Nodes on PostgreSQL are notified within a second: returns the first
 * response that is `wanted`, or the last one if none is.
 */
export async function nextResponse<ReceivedResponse>(
  send: () => Promise<ReceivedResponse>,
  wanted: (response: ReceivedResponse) => boolean,
): Promise<ReceivedResponse> {
  let response = await send()
  if (testEngine === 'sqlite') return response
  for (let attempts = 1; attempts < attemptsMax && !wanted(response); attempts++) {
    await Bun.sleep(pauseMs)
    response = await send()
  }
  return response
}
