import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Replaces the text between two marks of a page. @throws if the page has no such marks */
export function replaceBetween(page: string, name: string, lines: readonly string[]): void {
  const [begin, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
  const text = readFileSync(page, 'utf8')
  const [head, rest] = text.split(begin)
  const tail = rest?.split(end)[1]
  if (tail === undefined) throw new Error(`${page} has no place for ${name}.`)
  writeFileSync(page, `${head}${begin}\n\n${lines.join('\n')}\n\n${end}${tail}`)
}

export const readJson = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
