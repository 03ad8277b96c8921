// The cases that one Frontlist answers again and again, beside a bare server that returns the same bytes.
import { createKeptCases } from './cases.ts'
import { startBare } from './programs.ts'
import { type RecordedCase, record, requireSameAnswers } from './recording.ts'
import type { CaseResult } from './results.ts'
import { standing } from './rounds.ts'
import { isAsked, loadOf, measureCase, type Stage } from './stage.ts'

export async function measureKeptAnswers(stage: Stage): Promise<CaseResult[]> {
  const { content, server, workplace, options } = stage
  const cases = createKeptCases(content.dataSet, content.expectations).filter(({ name }) =>
    isAsked(options, name),
  )
  if (cases.length === 0) return []
  const recording: RecordedCase[] = []
  for (const each of cases) {
    // The second answer is one that was kept, and says so, as those do that are measured.
    await record(server.url, content.key, each)
    recording.push(await record(server.url, content.key, each))
  }
  const { load, file } = await loadOf(stage, 'kept', recording)
  const bare = await startBare(workplace, file)
  const careful = await startBare(workplace, file, { careful: true })
  for (const { url } of [bare, careful]) await requireSameAnswers(url, recording)
  const parts = { load, connections: options.connections }
  const results: CaseResult[] = []
  for (const [index, { name, title, wanted, careful: isCareful }] of cases.entries()) {
    const order = { caseName: name, milliseconds: options.seconds * 1000 }
    const [first] = recording[index]?.exchanges ?? []
    const bodyBytes = first?.body?.length ?? 0
    const about = { name, title, wanted, beside: 'serve', target: first?.target ?? '', bodyBytes } as const
    const beside = isCareful ? careful : bare
    const pair = [
      standing('frontlist', server, order, parts),
      standing('bare', beside, order, parts),
    ] as const
    results.push(await measureCase(stage, about, pair, load))
  }
  await load.stop()
  await bare.stop()
  await careful.stop()
  return results
}
