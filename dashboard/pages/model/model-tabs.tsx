// Tabs that link to the two pages of the content model.
import { Link, useLocation } from 'wouter'
import { useSpacePaths } from '../../api/space.ts'

export function ModelTabs() {
  const paths = useSpacePaths()
  const [location] = useLocation()
  const tabs = [
    { text: 'Collections', path: paths.model },
    { text: 'Variants', path: paths.variants },
  ]
  return (
    <nav aria-label="Content model" className="model-tabs">
      <ul className="plain-list">
        {tabs.map(({ text, path }) => (
          <li key={path}>
            <Link href={path} className="state-tab" aria-current={location === path ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
