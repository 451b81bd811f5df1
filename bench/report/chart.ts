import type { Results } from '../measure/results.ts'
import { judge, shown } from './judge.ts'

const WIDTH = 760
const LABELS = 300
const RIGHT = 90
const BAR = 18
const STEP = 28
const TOP = 56
const BOTTOM = 36
/** The bar of a larger ratio ends here; the number shows the value. */
const MOST = 1.25

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Bars of each ratio that has a target, with the target as a line. Met and missed differ in shape as well as colour.
 */
export function chartOf(results: Results): string {
  const bars = judge(results).flatMap(({ what, ratio }) =>
    ratio ? [{ name: what.replace(/: .*/, ''), ...ratio }] : [],
  )
  const height = TOP + bars.length * STEP + BOTTOM
  const scale = (WIDTH - LABELS - RIGHT) / MOST
  const x = (value: number) => LABELS + Math.min(value, MOST) * scale
  const lines = [0, 0.25, 0.5, 0.75, 1].map((value) => {
    const bottom = TOP + bars.length * STEP
    return `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${TOP - 6}" y2="${bottom}"/>
<text class="axis" x="${x(value)}" y="${bottom + 16}" text-anchor="middle">${value}</text>`
  })
  const rows = bars.map(({ name, value, atLeast }, index) => {
    const y = TOP + index * STEP
    const isMet = value >= atLeast
    return `<text x="${LABELS - 10}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>
<rect class="${isMet ? 'met' : 'missed'}" x="${LABELS}" y="${y}" width="${Math.max(1, x(value) - LABELS).toFixed(1)}" height="${BAR}" rx="2"/>
<line class="target" x1="${x(atLeast)}" x2="${x(atLeast)}" y1="${y - 3}" y2="${y + BAR + 3}"/>
<text class="value" x="${(x(Math.max(value, atLeast)) + 8).toFixed(1)}" y="${y + 14}">${shown(value)} ${isMet ? '✓' : '✗'}</text>`
  })
  const engine = results.facts.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const title = `Throughput relative to the floor, ${engine}, ${(results.sizes.at(-1) as number).toLocaleString('en')} users`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${STYLE}</style>
<rect class="page" width="${WIDTH}" height="${height}" rx="8"/>
<text class="title" x="20" y="28">${title}</text>
${[...lines, ...rows].join('\n')}
</svg>
`
}

const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:15px}
.axis{fill:#59636e;font-size:11px}.value{font-variant-numeric:tabular-nums}.page{fill:#fff}.grid{stroke:#d1d9e0}
.met{fill:#0969da}.missed{fill:#bc4c00}.target{stroke:#1f2328;stroke-width:2}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.axis{fill:#9198a1}.page{fill:#0d1117}.grid{stroke:#3d444d}
.met{fill:#4493f8}.missed{fill:#db6d28}.target{stroke:#e6edf3}}`
