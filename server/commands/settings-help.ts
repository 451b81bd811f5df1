import { type Setting, settings } from '../config/config.ts'

const all: readonly Setting[] = Object.values(settings)

const defaultOf = (setting: Setting) => setting.default || 'none'

/** For the help of `serve`. */
export function settingsAsText(): string {
  const width = Math.max(...all.map(({ name }) => name.length)) + 2
  const lines = all.flatMap((setting) => [
    `  ${setting.name.padEnd(width)}${setting.description}`,
    `  ${' '.repeat(width)}${setting.expected} (default: ${defaultOf(setting)})`,
  ])
  return [
    'Settings, from the environment, then from a file .env in the working directory.',
    'NAME_FILE names a file with the value of NAME in it.',
    ...lines,
  ].join('\n')
}

/** For the README, which a test compares with this. */
export function settingsAsMarkdown(): string {
  const rows = all.map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.description} Must be ${setting.expected}. |`,
  )
  return ['| setting | default | |', '| --- | --- | --- |', ...rows].join('\n')
}
