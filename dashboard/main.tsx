// The dashboard's beginning: styles, providers, then the pages.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Pages } from './router.tsx'
import { theme } from './theme.ts'

/** Styles that are made at run time carry the nonce of this document, or its policy would refuse them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } })

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="top-right" />
      <Pages />
    </MantineProvider>
  </QueryClientProvider>,
)
