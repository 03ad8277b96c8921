// The frame around Swagger UI's components: a search field, one main landmark, and no links inside buttons.
// Elements are created by Swagger UI's own React, not by the dashboard's.
import type { ChangeEvent, ComponentType, createElement, ReactElement } from 'react'
import { filterOperations } from './search.ts'

type Empty = ComponentType<Record<never, never>>

interface LayoutProps {
  readonly getComponent: (name: string, container: true) => Empty
  readonly specSelectors: { loadingStatus(): string | undefined }
  readonly layoutSelectors: { currentFilter(): unknown }
  readonly layoutActions: { updateFilter(text: string): void }
}

export function referenceLayout({ React }: { readonly React: { createElement: typeof createElement } }) {
  const element = React.createElement

  /** Swagger UI renders a link here, inside the button that opens the operation. */
  const DeepLink = ({ text }: { readonly text: ReactElement }) => element('span', null, text)

  const Search = ({ layoutSelectors, layoutActions }: LayoutProps) => {
    const text = layoutSelectors.currentFilter()
    const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => layoutActions.updateFilter(target.value)
    const value = typeof text === 'string' ? text : ''
    return element(
      'label',
      { className: 'search' },
      'Search operations',
      element('input', { type: 'search', value, onChange }),
    )
  }

  const ReferenceLayout = (props: LayoutProps) => {
    const status = props.specSelectors.loadingStatus()
    if (status === 'failed' || status === 'failedConfig') {
      return element(
        'p',
        { className: 'notice', role: 'alert' },
        'The OpenAPI document could not be loaded. Reload the page.',
      )
    }
    if (status !== 'success') return element('p', { className: 'notice', role: 'status' }, 'Loading…')
    const part = (name: string) => element(props.getComponent(name, true))
    return element(
      'div',
      { className: 'swagger-ui' },
      element(
        'header',
        null,
        element('a', { href: '/' }, 'Dashboard'),
        ' ',
        element('a', { href: '/docs/errors' }, 'Errors'),
      ),
      element(
        'main',
        null,
        part('errors'),
        part('InfoContainer'),
        element('div', { className: 'tools' }, element(Search, props), part('AuthorizeBtnContainer')),
        part('operations'),
        part('Models'),
      ),
    )
  }

  return { fn: { opsFilter: filterOperations }, components: { DeepLink, ReferenceLayout } }
}
