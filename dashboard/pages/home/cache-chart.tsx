// Answers by minute as stacked bars: drawn here, for three colours are no reason for a library. Widths are shares of the
// picture's width and heights are pixels, so that stripes and text are never stretched.
import { useId } from '@mantine/hooks'
import { countedMinutesMax } from '../../../src/base/cache-counts.ts'
import type { CacheActivityView } from '../../../src/operations/activity.schema.ts'
import { sumUp, toClockText, toScale, toText } from './cache-text.ts'
import './cache-chart.css'

/** From the ground up. */
export const outcomes = [
  { outcome: 'hit', name: 'Straight from the cache' },
  { outcome: 'checked', name: 'Checked after a publish' },
  { outcome: 'miss', name: 'Made anew' },
] as const

type Minutes = CacheActivityView['minutes']

const top = 18
const ground = 100
/** What is there is seen, however little it is beside the rest. */
const leastHeight = 2
const place = 100 / countedMinutesMax

interface CacheChartProps {
  /** Undefined while they load. */
  readonly minutes: Minutes | undefined
}

export function CacheChart({ minutes = [] }: CacheChartProps) {
  const stripes = useId()
  const most = Math.max(0, ...minutes.map(minute => sumUp([minute]).all))
  const scale = toScale(most)
  // Before the process started there is no ground either: nothing was counted, which is not the same as none.
  const first = countedMinutesMax - minutes.length
  return (
    <svg className="cache-chart" role="img" aria-label="Answers by minute, as stacked bars">
      <Stripes id={stripes} />
      <line className="cache-line" x2="100%" y1={top} y2={top} strokeDasharray="2 4" />
      {most > 0 ? <text y={top - 6}>{`${toText(scale)} a minute`}</text> : null}
      {minutes.map((minute, index) => (
        <Bar key={minute.at} minute={minute} left={(first + index) * place} scale={scale} stripes={stripes} />
      ))}
      <line className="cache-line" x1={`${first * place}%`} x2="100%" y1={ground} y2={ground} />
      <text y={ground + 16}>1 hour ago</text>
      <text x="50%" y={ground + 16} textAnchor="middle">
        30 minutes ago
      </text>
      <text x="100%" y={ground + 16} textAnchor="end">
        Now
      </text>
    </svg>
  )
}

interface BarProps {
  readonly minute: Minutes[number]
  readonly left: number
  readonly scale: number
  readonly stripes: string
}

function Bar({ minute, left, scale, stripes }: BarProps) {
  let below = 0
  const parts = outcomes.flatMap(({ outcome }) => {
    if (minute[outcome] === 0) return []
    const height = Math.max(leastHeight, ((ground - top) * minute[outcome]) / scale)
    below += height
    // A line of the ground between two parts, where there is room for one.
    return { outcome, y: ground - below, height: height > 2 * leastHeight ? height - 1 : height }
  })
  return (
    <g>
      <title>{describe(minute)}</title>
      <rect x={`${left}%`} width={`${place}%`} y={0} height={ground} fill="none" pointerEvents="all" />
      {parts.map(({ outcome, y, height }) => (
        <rect
          key={outcome}
          className={`cache-${outcome}`}
          x={`${left + place / 10}%`}
          width={`${0.8 * place}%`}
          y={y}
          height={height}
          {...(outcome === 'checked' && { fill: `url(#${stripes})` })}
        />
      ))}
    </g>
  )
}

function describe({ at, hit, checked, miss }: Minutes[number]): string {
  return `${toClockText(at)}: ${toText(hit)} straight from the cache, ${toText(checked)} checked, ${toText(miss)} made anew`
}

function Stripes({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className="cache-stripe" x1="1" x2="1" y2="4" strokeWidth="2" />
    </pattern>
  )
}

/** What a part of a bar looks like. */
export function CacheKey({ outcome }: { readonly outcome: (typeof outcomes)[number]['outcome'] }) {
  const stripes = useId()
  return (
    <svg className="cache-key" width="14" height="14" aria-hidden="true">
      <Stripes id={stripes} />
      <rect
        className={`cache-${outcome}`}
        width="14"
        height="14"
        {...(outcome === 'checked' && { fill: `url(#${stripes})` })}
      />
    </svg>
  )
}
