// The entry point of the API reference at /docs, which shows this server's own OpenAPI document with the dashboard's
// components. The page requests nothing from other hosts.
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
    // The page is cached and the same for every visitor, so it has no nonce for style elements.
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Reference />
  </MantineProvider>,
)
