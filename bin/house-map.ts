import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const BEGIN = '<!-- map:start -->'
const END = '<!-- map:end -->'

/** The folders of the service, each with the first paragraph of its README. */
export function houseMap(root: string): string {
  const lines = globSync('{contract,server}/**/README.md', { cwd: root })
    .map((path) => dirname(path))
    .sort()
    .map((folder) => {
      const indent = '  '.repeat(folder.split('/').length - 1)
      const [, summary = ''] = readFileSync(join(root, folder, 'README.md'), 'utf8').split('\n\n')
      return `    ${`${indent}${basename(folder)}/`.padEnd(22)}${summary.replaceAll('\n', ' ').trim()}`
    })
  return between(lines)
}

export const between = (lines: readonly string[]) => [BEGIN, '', ...lines, '', END].join('\n')

export const withBetween = (page: string, made: string) =>
  page.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => made)

/** docs/architecture.md with the current map. */
export const withHouseMap = (page: string, root: string): string => withBetween(page, houseMap(root))

/** docs/decisions/README.md with the current list: the number and title of each decision. */
export const withDecisions = (page: string, root: string): string => {
  const folder = join(root, 'docs/decisions')
  const lines = globSync('[0-9]*.md', { cwd: folder })
    .sort()
    .map((name) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? []
      return `- ${number}: [${title}](${name})`
    })
  return withBetween(page, between(lines))
}
