import { MOST_IN_OUTLINE, OUTLINE_LEVELS } from '../../../contract/terms.ts'
import { type Message, say } from '../../messages/say.ts'
import { singleLineFault } from '../../values/single-line.ts'

const MAX_NAME = 255

/** A term of an outline. */
export interface OutlineTerm {
  /** From 1. */
  line: number
  name: string
  /** 0 for the first level. */
  level: number
  /** Its index among the terms of the outline; undefined on the first level. */
  parent: number | undefined
}

export interface OutlineFault {
  line: number
  code: string
  message: Message
}

export interface Outline {
  terms: OutlineTerm[]
  faults: OutlineFault[]
}

/** Faults that one answer lists. */
const MAX_FAULTS = 20

/** Blanks at the start; a bullet, which ends with a blank; the name. No-break spaces come with pasted texts. */
const LINE = /^([ \t\u{a0}]*)(?:[-*•](?:[ \t\u{a0}]+|$))?(.*)$/u

/**
 * Reads an outline: a term in each line, those below it indented by tabs or by spaces. Empty lines are skipped. It finds all
 * faults, and lists the first ones.
 */
export function readOutline(text: string): Outline {
  const terms: OutlineTerm[] = []
  const faults: OutlineFault[] = []
  /** The open terms, each with its indentation. */
  const path: { indent: number; index: number }[] = []
  let indentation: 'tabs' | 'spaces' | undefined
  const fault = (line: number, code: string, message: Message) => {
    if (faults.length < MAX_FAULTS) faults.push({ line, code, message: say`Line ${line}: ${message}` })
  }
  for (const [index, whole] of text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (whole.trim() === '') continue
    const line = index + 1
    const [, blanks = '', rest = ''] = LINE.exec(whole) ?? []
    const name = rest.trim()
    if (terms.length === MOST_IN_OUTLINE) {
      fault(line, 'out_of_range', say`an outline has at most ${MOST_IN_OUTLINE} terms.`)
      break
    }
    const used = blanks === '' ? undefined : kindOf(blanks)
    if (used === 'mixed' || (used && indentation && used !== indentation))
      fault(line, 'bad_indentation', say`it is indented by tabs and others by spaces; use one of them.`)
    if (used && used !== 'mixed') indentation ??= used
    while (path.length > 0 && (path.at(-1) as { indent: number }).indent > blanks.length) path.pop()
    const above = path.at(-1)
    // The terms of a level are all indented alike.
    const isSibling = above?.indent === blanks.length
    if (terms.length > 0 && !above) {
      fault(line, 'bad_indentation', say`it is indented less than the first line.`)
    } else if (!isSibling && above && isAfterDeeper(terms, above)) {
      fault(line, 'bad_indentation', say`its indentation matches no line above it.`)
    }
    if (isSibling) path.pop()
    const parent = path.at(-1)?.index
    const level = path.length
    const faulty = faultOf(name, level)
    if (faulty) fault(line, faulty.code, faulty.message)
    path.push({ indent: blanks.length, index: terms.length })
    terms.push({ line, name, level, parent })
  }
  return { terms, faults }
}

/** Whether the last term is deeper than right below this one: the next line can't start another level between. */
const isAfterDeeper = (terms: readonly OutlineTerm[], above: { index: number }) =>
  above.index !== terms.length - 1

function kindOf(blanks: string): 'tabs' | 'spaces' | 'mixed' {
  if (!blanks.includes('\t')) return 'spaces'
  return /^\t+$/.test(blanks) ? 'tabs' : 'mixed'
}

function faultOf(name: string, level: number): { code: string; message: Message } | undefined {
  if (level >= OUTLINE_LEVELS)
    return { code: 'out_of_range', message: say`an outline has at most ${OUTLINE_LEVELS} levels.` }
  if (name === '') return { code: 'required', message: say`it has no name.` }
  if ([...name].length > MAX_NAME)
    return { code: 'too_long', message: say`a name has at most ${MAX_NAME} characters.` }
  const must = singleLineFault(name)
  return must && { code: 'not_allowed', message: say`the name must ${must}.` }
}
