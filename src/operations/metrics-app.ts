// The metrics on a port of their own: one path, and the errors that the API has. Nothing else is served here.
import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '../base/errors.ts'
import { mount, type ServerEnv } from '../http/endpoint.ts'
import { type EnvelopeOptions, envelope } from '../http/envelope.ts'
import { originOf, rawPath } from '../http/path.ts'
import { toProblem, toProblemResponse } from '../http/problem.ts'
import type { Metrics } from './metrics.ts'

export function createMetricsApp(
  metrics: Metrics,
  options: Pick<EnvelopeOptions, 'logger' | 'newRequestId' | 'publicOrigin'>,
): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  app.use(envelope({ ...options, onAnswer: () => {} }))
  mount(app, metrics.endpoints)
  const notFound = new Problem('not_found', 'There is nothing at this path; metrics are at /metrics.')
  const originFor = (request: Request) => options.publicOrigin ?? originOf(request)
  app.notFound(context => toProblemResponse(notFound, context.get('requestId'), originFor(context.req.raw)))
  app.onError((error, context) => {
    const problem = toProblem(error)
    context.set('problem', problem)
    return toProblemResponse(problem, context.get('requestId'), originFor(context.req.raw))
  })
  return app
}
