// The part of Swagger UI that this page uses; the package has no types.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function createSwaggerUi(options: Record<string, unknown>): unknown
}
