// What files cost, in small: what is measured is there and right, whatever it took. The long forms, which hold the figures
// against their goals, are `npm run stress beside-files`, `large-files`, `file-delivery`, `image-cost` and `publish-cost`.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { projectFolder } from '../../kit/command/process.ts'
import { describeOnSqlite } from '../../kit/database/test-engine.ts'
import { s3Secrets, startS3Server } from '../../kit/files/s3-server.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { runBesideFiles } from '../../stress/beside-files.ts'
import { runFileDelivery } from '../../stress/file-delivery.ts'
import { runImageCost } from '../../stress/image-cost.ts'
import { runLargeFiles } from '../../stress/large-files.ts'
import { runPublishCost } from '../../stress/publish-cost.ts'
import { Findings } from '../../stress/runner.ts'

setDefaultTimeout(longTestMs)

const isAboutCost = /\btimes\b|\bhalf within\b|\bMiB\b/

/** Without those that a busy machine may break. */
function brokenStates({ broken }: Findings): string[] {
  return broken.filter(words => !isAboutCost.test(words))
}

const isLinux = process.platform === 'linux'

describeOnSqlite('figures of files', () => {
  test('content is served beside a full queue of images and slow downloads, and both are served too', async () => {
    const findings = new Findings()
    const options = { rate: 50, milliseconds: 500, downloads: 5, side: 400, fileBytes: 16_000_000 }
    const { alone, besideImages, besideDownloads } = await runBesideFiles(options, findings)
    expect(brokenStates(findings)).toEqual([])
    for (const { n } of [alone, besideImages, besideDownloads]) expect(n).toBeGreaterThan(0)
  })

  test.skipIf(!isLinux)('a large file is stored whole and read whole, in a folder and in S3', async () => {
    const findings = new Findings()
    const options = { mebibytes: 12, pauses: 4 }
    await runLargeFiles('Folder', {}, findings, options)
    const settings = {
      ASSETS_STORE: startS3Server().address,
      S3_ACCESS_KEY_ID: s3Secrets.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Secrets.secretAccessKey,
    }
    await runLargeFiles('S3', settings, findings, options)
    expect(brokenStates(findings)).toEqual([])
    expect(findings.claims).toBe(8)
  })

  test.skipIf(!isLinux)('files and images come from this server and from a bare one', async () => {
    const findings = new Findings()
    await runFileDelivery({ rounds: 1, milliseconds: 200 }, findings)
    await runImageCost({ images: 1, rounds: 1, width: 900 }, findings)
    await runPublishCost(projectFolder, { rounds: 1, entries: 3 }, findings)
    expect(brokenStates(findings)).toEqual([])
    expect(findings.claims).toBe(6 + 6 + 1)
  })
})
