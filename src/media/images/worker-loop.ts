// The loop of an image worker: a job a line on standard input, a response a line on standard output. It ends with its
// parent: when the parent is gone, standard input ends.
import type { ImageJob, JobResult, WorkerLine } from './image-job.ts'

const isDiskFull = /no space left|quota exceeded/i

/** `run` is null where there is no engine. */
export async function serveJobs(run: ((job: ImageJob) => Promise<JobResult>) | null): Promise<void> {
  respond({ ready: run !== null })
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of Bun.stdin.stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // Not awaited: the end of the input must be seen while a job runs.
    for (const line of lines) if (run) void respondTo(JSON.parse(line) as ImageJob, run)
  }
  // An orderly exit would wait for the job that is running.
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
