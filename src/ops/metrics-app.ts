// Serves the metrics on a separate port: one path, and the API's error responses. Nothing else is served here.
import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '../base/errors/errors.ts'
import { mount } from '../http/mount.ts'
import { type RequestContextOptions, requestContext } from '../http/request-context.ts'
import { originOf, rawPath } from '../http/request-url.ts'
import { toProblem, toProblemResponse } from '../http/response/problem.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { Metrics } from './metrics.ts'

export function createMetricsApp(
  metrics: Metrics,
  options: Pick<RequestContextOptions, 'logger' | 'newRequestId' | 'publicOrigin'>,
): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  app.use(requestContext(options))
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
