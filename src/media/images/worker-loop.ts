// The loop of an image worker: reads a job per line from standard input and writes a response per line to standard output.
// It ends with its parent, because standard input then ends.
import type { ImageJob, JobResult, WorkerLine } from './image-job.ts'

const isDiskFull = /no space left|quota exceeded/i

/** Serves jobs until the input ends. `run` is null if there is no engine. */
export async function serveJobs(run: ((job: ImageJob) => Promise<JobResult>) | null): Promise<void> {
  respond({ ready: run !== null })
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of Bun.stdin.stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // Not awaited, because the end of the input must be noticed while a job runs.
    for (const line of lines) if (run) void respondTo(JSON.parse(line) as ImageJob, run)
  }
  // A normal exit would wait for the running job.
  process.kill(process.pid, 'SIGKILL')
}

async function respondTo(job: ImageJob, run: (job: ImageJob) => Promise<JobResult>): Promise<void> {
  try {
    respond({ result: await run(job) })
  } catch (error) {
    respond({ failure: isDiskFull.test(String(error)) ? 'storage_full' : 'unreadable' })
  }
}

function respond(line: WorkerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
