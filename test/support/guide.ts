import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A change that a guide asks for: a new file, or lines of an existing one. */
export interface GuideStep {
  file: string
  /** The line before which the text goes; undefined for a new file. */
  before: string | undefined
  text: string
}

const STEP =
  /^(?:New file `(?<created>[^`]+)`|In `(?<changed>[^`]+)`, before the line `(?<before>.+)`):\n\n```\w+\n(?<text>[\s\S]*?)^```$/gm
const CODE = /^```(?:ts|md)$/gm

/** @throws Error if a block of code does not say where it goes */
export function stepsOf(guide: string): GuideStep[] {
  const steps = [...guide.matchAll(STEP)].map(({ groups: { created, changed, before, text } = {} }) => ({
    file: (created ?? changed) as string,
    before,
    text: text as string,
  }))
  const blocks = guide.match(CODE)?.length ?? 0
  if (blocks !== steps.length)
    throw new Error(`${blocks - steps.length} of ${blocks} blocks of code do not say where they go.`)
  return steps
}

/** Applies the steps to the files under `root`. @throws Error if a named line is missing */
export function applyGuide(root: string, steps: readonly GuideStep[]): void {
  for (const { file, before, text } of steps) {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    if (before === undefined) {
      writeFileSync(path, text, { flag: 'wx' })
      continue
    }
    const lines = readFileSync(path, 'utf8').split('\n')
    const at = lines.indexOf(before)
    if (at < 0) throw new Error(`${file} has no line ${before}`)
    writeFileSync(path, [...lines.slice(0, at), text.trimEnd(), ...lines.slice(at)].join('\n'))
  }
}
