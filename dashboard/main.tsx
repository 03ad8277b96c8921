// The dashboard's entry point: styles, providers, then the pages.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './fonts.css'
import './style.css'
import './parts/entries/entry-state.css'
import './shell/page.css'
import './shell/shell.css'
import './pages/entry/entry.css'
import './pages/entry/panel/panel.css'
import './pages/entry/preview/preview.css'
import './pages/model/field/fields.css'
import './pages/model/model.css'
import './rich-text/rich-text.css'
import './rich-text/rich-text-lists.css'
import './rich-text/rich-text-parts.css'
import './fields/fields.css'
import './fields/component/blocks.css'
import './media/media.css'
import './pages/media/media-page.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { Pages } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

/** The document's nonce for styles created at run time. Without it the Content-Security-Policy would block them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// The scroll lock behind dialogs reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={createQueryClient()}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" />
      <Pages />
    </MantineProvider>
  </QueryClientProvider>,
)
