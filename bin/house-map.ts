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
  return [BEGIN, '', ...lines, '', END].join('\n')
}

/** docs/architecture.md with the current map. */
export const withHouseMap = (page: string, root: string): string =>
  page.replace(new RegExp(`${BEGIN}[\\s\\S]*${END}`), () => houseMap(root))
