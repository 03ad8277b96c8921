// The API reference at /docs: Swagger UI on this server's own OpenAPI document. Nothing is requested from another host.
import 'swagger-ui-dist/swagger-ui.css'
import './style.css'
import createSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { repairMarkup } from './accessibility.ts'
import { referenceLayout } from './layout.ts'
import { expandConditions } from './nested-conditions.ts'

const root = document.getElementById('reference')!

const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
followScheme()
dark.addEventListener('change', followScheme)

createSwaggerUi({
  url: '/api/v1/openapi.json',
  domNode: root,
  plugins: [referenceLayout],
  layout: 'ReferenceLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // The contrast of its colours is too low.
  syntaxHighlight: { activated: false },
  requestInterceptor: (request: { url: string }) => ({ ...request, url: expandConditions(request.url) }),
  // A key entered here is lost when the page closes.
  persistAuthorization: false,
  // The default is a validator on another host.
  validatorUrl: null,
})
repairMarkup(root)
