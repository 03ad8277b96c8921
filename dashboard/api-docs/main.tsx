// The API reference at /docs: this server's own OpenAPI document in the dashboard's components. Nothing is requested from
// another host.
import '@mantine/core/styles.css'
import '../fonts.css'
import '../style.css'
import './reference.css'
import './navigation.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '../theme.ts'
import { Reference } from './reference.tsx'
import { adoptVariables } from './variables.ts'

adoptVariables()

createRoot(document.getElementById('reference')!).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    // The page is the same for everybody and cached, so it has no nonce for style elements.
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Reference />
  </MantineProvider>,
)
