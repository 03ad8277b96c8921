// Sends the request of the page to try requests.
import type { Page } from 'playwright-core'

/** A response to a session or to a key. */
const contentAddress = /\/api\/(?:v1\/public|dashboard)\/content\//

/** The response that the page got. */
export async function sendFrom(page: Page, button = 'Send') {
  const responded = page.waitForResponse(contentAddress)
  await page.getByRole('button', { name: button, exact: true }).click()
  const response = await responded
  await page
    .getByText(new RegExp(`^${response.status()} `))
    .first()
    .waitFor()
  return {
    status: response.status(),
    url: response.url(),
    headers: await response.request().allHeaders(),
    readBody: () => response.text(),
  }
}
