import { RULES, type RuleName } from '../server/access/rule-names.ts'
import type { Resource } from '../server/crud/define/resource.ts'
import type { Endpoint } from '../server/http/endpoint.ts'

const HEAD = `# Who may do what

\`npm run describe\` generates this page from the tables in \`server/resources/*/access.ts\` and the endpoints that are served; don't
edit it. Each line is one row of those tables: every call in it needs **all** the permissions named, and must meet the rules.
Paths below \`/api/users\` are also served below \`/api/cms/users\`. A super administrator holds every permission. A caller
without a permission gets 403, naming it; a caller without a valid token 401. How this is tested: [security](security.md).
`

const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join('<br>')

/** The paths of the endpoints in the description's notation, each with its methods. */
function callsOf(endpoints: readonly Endpoint[]): string {
  const byPath = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return [...byPath]
    .map(
      ([path, onPath]) => `${[...new Set(onPath.flatMap(({ methods }) => methods))].join(' ')} \`${path}\``,
    )
    .join('<br>')
}

interface Row {
  /** The row's name in the table. */
  name: string
  needs: readonly string[]
  rules: readonly RuleName[]
  endpoints: Endpoint[]
}

const MANY: Record<string, string> = { createMany: 'create', updateMany: 'update', deleteMany: 'delete' }

/** The table rows of a resource, with the endpoints of each. */
function rowsOf({ name: subject, access }: Resource, endpoints: readonly Endpoint[]): Row[] {
  const { actions, relations, more } = access
  const named = [
    ...Object.entries({ ...actions, ...more }),
    ...Object.entries(relations).flatMap(([relation, { read, write }]) => [
      [`${relation}: read`, read] as const,
      ...(write ? [[`${relation}: write`, write] as const] : []),
    ]),
  ]
  // Relations common to all resources share one row.
  return [...Map.groupBy(named, ([, row]) => row)].flatMap(([row, names]) => {
    const name = names.map(([name]) => name).join('<br>')
    const own = endpoints.filter(({ access }) => access === row)
    const many = endpoints.filter((endpoint) => MANY[endpoint.name.replace(`${subject}.`, '')] === name)
    const [{ access } = {}] = many
    if (typeof access !== 'object') return { ...row, name, endpoints: own }
    // Bulk calls have other rules than calls on the caller's own record.
    if (String(access.rules) === String(row.rules)) return { ...row, name, endpoints: [...own, ...many] }
    return [
      { ...row, name, endpoints: own },
      { ...access, name: `${name} many`, endpoints: many },
    ]
  })
}

/** The content of docs/permissions.md. @param endpoints all served endpoints */
export function permissionsPage(resources: readonly Resource[], endpoints: readonly Endpoint[]): string {
  // The alias paths of users are omitted.
  const listed = endpoints.filter(({ path }) => !path.startsWith('/api/cms/'))
  const open = (access: 'public' | 'signed-in') =>
    table(
      ['call', 'what it does'],
      listed
        .filter((endpoint) => endpoint.access === access)
        .map((endpoint) => [callsOf([endpoint]), endpoint.summary]),
    )
  const subjects = resources.map((resource) => {
    const rows = rowsOf(resource, listed).map(({ name, needs, rules, endpoints }) => [
      name,
      callsOf(endpoints),
      code(needs),
      rules.map((rule) => `[${rule}](#rules)`).join('<br>'),
    ])
    return `## ${resource.name}\n\n${table(['row', 'calls', 'needs', 'rules'], rows)}\n`
  })
  const rows = resources.flatMap((resource) => rowsOf(resource, listed).flatMap(({ endpoints }) => endpoints))
  const others = listed
    .filter((endpoint) => typeof endpoint.access === 'object' && !rows.includes(endpoint))
    .map((endpoint) => {
      const { needs, rules } = endpoint.access as Exclude<Endpoint['access'], string>
      const linked = rules.map((rule) => `[${rule}](#rules)`).join('<br>')
      return [callsOf([endpoint]), endpoint.summary, code(needs), linked]
    })
  const rules = table(
    ['rule', 'what it says'],
    Object.entries(RULES).map(([name, sentence]) => [`\`${name}\``, sentence]),
  )
  return [
    HEAD,
    `## For everyone\n\nThese calls need no token, nor do the reference (\`/docs\`), the setup page (\`/setup\`), their files and \`/openapi.json\`.\n\n${open('public')}\n`,
    `## For everyone signed in\n\n${open('signed-in')}\n`,
    `## Mail, invitations and the audit trail\n\n${table(['call', 'what it does', 'needs', 'rules'], others)}\n`,
    `## Rules\n\nRules apply in addition to the permissions, to the records of the call.\n\n${rules}\n`,
    ...subjects,
  ].join('\n')
}
