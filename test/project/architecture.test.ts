// Engines: none
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { houseMap } from '../../bin/house-map.ts'
import { circlesAmong } from '../support/circles.ts'
import { tablesWrittenIn } from '../support/table-writes.ts'

const root = join(import.meta.dirname, '../..')

/** Each folder may import itself and those before it; docs/architecture.md lists them. */
const FLOORS = {
  ground: [
    'contract',
    'server/dates.ts',
    'server/event-loop.ts',
    'server/thread-pool.ts',
    'server/utf8.ts',
    'server/version.ts',
  ].concat(['server/heap.ts', 'server/logger.ts', 'server/messages', 'server/errors.ts']),
  storage: ['server/crypto', 'server/db'],
  rights: ['server/access'],
  services: [
    'server/jobs',
    'server/values',
    'server/audit',
    'server/capacity',
    'server/credentials',
    'server/brand',
    'server/mail',
  ],
  transport: ['server/config', 'server/http'],
  crud: ['define', 'query', 'read', 'write', 'endpoints'].map((folder) => `server/crud/${folder}`),
  resources: ['server/resources'],
  features: [
    'server/accounts',
    'server/transfer',
    'server/overview',
    'server/events',
    'server/webhooks',
    'server/health.ts',
  ],
  surface: ['server/openapi', 'server/pages'],
  start: ['server/prepare.ts', 'server/app.ts', 'server/commands', 'server/main.ts'],
}
const FOLDERS = Object.values(FLOORS).flat()

/** What the shared suite needs of a resource is in the resource's folder, and belongs to the tests. */
const FACTORIES = 'server/resources/*/test-factory.ts'
const sources = globSync(['contract/**/*.ts', 'server/**/*.ts'], { cwd: root, exclude: [FACTORIES] })
/** The packages that others install: they know the service only by its API. */
const PACKAGES: Record<string, string[]> = {
  client: [],
  'ra-data-provider': ['@rolecall/client', 'ra-core'],
}
const GENERATED = ['client/src/api.ts', 'ra-data-provider/src/description.ts']
const packaged = Object.keys(PACKAGES).flatMap((name) =>
  globSync([`${name}/*.ts`, `${name}/src/*.ts`], { cwd: root }).filter((file) => !GENERATED.includes(file)),
)
const pagesAndParts = globSync('console/{*.ts,src/**/*.{ts,tsx}}', { cwd: root })
const tests = globSync(['test/**/*.ts', FACTORIES], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const isThread = (file: string) => file.endsWith('-thread.ts')
const placeOf = (file: string) =>
  FOLDERS.findIndex((folder) => file === folder || file.startsWith(`${folder}/`))

/** The module names that a text imports, static and dynamic. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/(?:from |import\(|import )'([^']+)'/g)].map(([, name]) => name as string)

const importsOf = (file: string): string[] => importsIn(textOf(file))

const isOurs = (name: string) => name.startsWith('.')
const targetOf = (file: string, name: string) => relative(root, join(root, dirname(file), name))

/** The imports of server/http by a file of server/crud that is not one of its endpoints. */
const httpImportsOf = (file: string, text: string): string[] =>
  file.startsWith('server/crud/endpoints/')
    ? []
    : importsIn(text).filter((name) => isOurs(name) && targetOf(file, name).startsWith('server/http/'))

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** The drivers and folders of the engines, and the questions which engine it is, that a source text names. */
const enginesNamedIn = (text: string): string[] => [
  ...(text.match(/'(?:pg|node:sqlite|\.[^'\s]*\/(?:postgres|sqlite)\/[^'\s]*)'/g) ?? []),
  ...(text.match(/\b(?:isPostgres|isSqlite|PostgresAdapter|SqliteAdapter)\b/g) ?? []),
]

const RESOURCES = 'users|roles|permissions|registrations|taxonomies|taxonomy[_-]types'
const LINK_TABLES = 'user_roles|role_permissions|user_taxonomies'
const RESOURCE_NAMES = new RegExp(
  `\\b(?:${RESOURCES}|${LINK_TABLES}|(?:user|role|permission|registration|taxonomy)_id)\\b`,
  'g',
)

/** The resources, link tables and their columns that a source text names, apart from comments and imports. */
const resourcesNamedIn = (text: string): string[] => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|from '[^']*'/gm, '')
  return [...new Set([...code.matchAll(RESOURCE_NAMES)].map(([name]) => name))]
}

const all = (files: string[], faultOf: (file: string) => string[]): string[] =>
  files.flatMap((file) => faultOf(file).map((fault) => `${file}: ${fault}`))

describe('the architecture', () => {
  it('assigns every file to a folder of a floor', () => {
    assert.ok(sources.length > 80)
    assert.deepEqual(
      sources.filter((file) => placeOf(file) < 0),
      [],
    )
  })

  it('lets a folder import only itself and those before it', () => {
    const faults = all(sources, (file) =>
      importsOf(file)
        .filter(isOurs)
        .filter((name) => placeOf(targetOf(file, name)) > placeOf(file)),
    )
    assert.deepEqual(faults, [])
  })

  it('lets only crud/endpoints import server/http in server/crud: the rest takes values, never a call', () => {
    const crud = sources.filter((file) => file.startsWith('server/crud/'))
    assert.ok(crud.length > 30)
    assert.deepEqual(
      all(crud, (file) => httpImportsOf(file, textOf(file))),
      [],
    )
  })

  it('finds an import of server/http below crud/endpoints however it is written', () => {
    const samples: [file: string, text: string, count: number][] = [
      ['server/crud/query/list.ts', "import type { Call } from '../../http/endpoint.ts'", 1],
      ['server/crud/write/rows.ts', "import {\n  Refused,\n} from '../../http/response/failures.ts'", 1],
      ['server/crud/read/read.ts', "const later = await import('../../http/endpoint.ts')", 1],
      ['server/crud/define/resource.ts', "endpoints: import('../../http/endpoint.ts').Endpoint[]", 1],
      ['server/crud/endpoints/bulk.ts', "import type { Call } from '../../http/endpoint.ts'", 0],
      ['server/crud/query/list.ts', "import { request } from 'node:http'", 0],
    ]
    for (const [file, text, count] of samples) assert.equal(httpImportsOf(file, text).length, count, text)
  })

  it('is listed in docs/architecture.md, floor by floor in this order', () => {
    const nameOf = (folder: string) => folder.replace(/^server\//, '').replace(/\.ts$/, '')
    const rows = Object.entries(FLOORS).map(
      ([floor, folders]) => `| ${floor} | ${folders.map(nameOf).join(' · ')} |`,
    )
    assert.ok(textOf('docs/architecture.md').includes(rows.join('\n')), rows.join('\n'))
  })

  it('has a README in each folder, and their map in docs/architecture.md', () => {
    const folders = new Set(sources.map((file) => dirname(file)))
    assert.deepEqual(
      [...folders].filter((folder) => !existsSync(join(root, folder, 'README.md'))),
      [],
    )
    assert.ok(textOf('docs/architecture.md').includes(houseMap(root)), 'run `npm run describe`')
  })

  it('has no circular imports, types included', () => {
    const files = [
      ...sources,
      ...packaged,
      ...pagesAndParts,
      ...tests,
      ...globSync('b{ench,in}/**/*.ts', { cwd: root }),
    ]
    assert.ok(files.length > 900)
    const importedBy = (file: string) =>
      importsOf(file)
        .filter(isOurs)
        .map((name) => targetOf(file, name))
    assert.deepEqual(circlesAmong(files, importedBy), [])
  })

  it('has every file that docs/architecture.md mentions', () => {
    const files = globSync(['**/*.{ts,tsx,js,json,md}'], { cwd: root, exclude: ['**/node_modules/**'] })
    const named = [...textOf('docs/architecture.md').matchAll(/`([\w./-]+\.(?:tsx?|js|json|md))`/g)]
    assert.ok(named.length > 40)
    assert.deepEqual(
      named.map(([, name]) => name).filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`))),
      [],
    )
  })

  it('has documents without broken links', () => {
    const documents = globSync(['*.md', 'docs/**/*.md', '{bench,client,console,ra-data-provider}/*.md'], {
      cwd: root,
    })
    const faults = all(documents, (file) =>
      [...textOf(file).matchAll(/\]\((?!\w+:)([^)#\s]+)/g)]
        .map(([, link]) => link as string)
        .filter((link) => !existsSync(join(root, dirname(file), link))),
    )
    assert.ok(documents.length > 20)
    assert.deepEqual(faults, [])
  })

  it('lets contract/ import only typebox', () => {
    const contract = sources.filter((file) => file.startsWith('contract/'))
    assert.deepEqual(
      all(contract, (file) => importsOf(file).filter((name) => !isOurs(name) && !name.startsWith('typebox'))),
      [],
    )
  })

  it('knows the database engine only in its folder and in db/connect.ts, and its dialect only in server/db', () => {
    const others = sources.filter((file) => !/^server\/db\/(?:postgres|sqlite|migrations)\//.test(file))
    const naming = all(others, (file) => [
      ...enginesNamedIn(textOf(file)),
      ...(file.startsWith('server/db/') ? [] : (textOf(file).match(/\bdialectOf\b/g) ?? [])),
    ])
    assert.ok(naming.length > 3)
    assert.deepEqual(
      naming.filter((fault) => !fault.startsWith('server/db/connect.ts: ')),
      [],
    )
  })

  it('finds a file that knows the engine however it does so', () => {
    const samples: Record<string, string[]> = {
      "import pg from 'pg'": ["'pg'"],
      "import { DatabaseSync } from 'node:sqlite'": ["'node:sqlite'"],
      "import type { Replicas } from '../db/postgres/replicas.ts'": ["'../db/postgres/replicas.ts'"],
      "const { openSqlite } = await import('./db/sqlite/engine.ts')": ["'./db/sqlite/engine.ts'"],
      "import { isPostgres } from '../../db/queries/pipeline.ts'": ['isPostgres'],
      'if (db.getExecutor().adapter instanceof SqliteAdapter) return': ['SqliteAdapter'],
      "import { needsLocks } from '../db/transactions/locks.ts'": [],
      "const isReplicaUrl = (text: string) => isPostgresUrl(text) || text === 'pg:'": [],
    }
    for (const [sample, named] of Object.entries(samples))
      assert.deepEqual(enginesNamedIn(`const a = 1\n${sample}\n`), named, sample)
  })

  it('reads the environment only in main.ts, and uses process only there and in commands', () => {
    const isWithin = (file: string) => file === 'server/main.ts' || file.startsWith('server/commands/')
    const touching = all(
      sources.filter((file) => !isWithin(file)),
      (file) => [
        ...[
          ...textOf(file).matchAll(/\bprocess\.(?!nextTick\b)\w+|\bprocess\[|from '(?:node:)?process'/g),
        ].map(([use]) => use),
      ],
    )
    assert.deepEqual(touching.sort(), [
      // Root may write to the blocks that a file system reserves.
      'server/db/sqlite/open-files.ts: process.getuid',
      'server/logger.ts: process.pid',
      // Vite runs with the same runtime as the service.
      'server/pages/console/build.ts: process.execPath',
      // A thread has its own stdin.
      'server/transfer/rows-thread.ts: process.stdin',
    ])
    const reading = sources.filter((file) => /\bprocess(\.|\[')env\b/.test(textOf(file)))
    assert.deepEqual(reading, ['server/main.ts'])
  })

  it('keeps no module state that depends on a database, setting, request or clock, except what is listed', () => {
    const variables = all(
      sources.filter((file) => !isThread(file)),
      (file) =>
        [
          ...textOf(file).matchAll(
            /^(?:export )?(?:(?:let|var) (\w+)|const (\w*[a-z]\w*)[^=\n]* = (?:\[\]|\{\}|new (?:Map|Set|WeakMap|WeakSet)\b[^(]*\(\))$)/gm,
          ),
        ].map(([, variable, constant]) => (variable ?? constant) as string),
    )
    assert.deepEqual(variables.sort(), [
      // The threads share the cores of the machine.
      'server/credentials/hashes/threads.ts: pool',
      // Data of packages, loaded when it is first needed.
      'server/credentials/passwords.ts: common',
      // Derived from a definition, or from an object that lives as long: keyed by it, weakly.
      'server/crud/define/columns.ts: columnsByResource',
      'server/crud/query/parameter-schemas.ts: schemasByResource',
      'server/crud/write/single-lines.ts: fieldsBySchema',
      'server/pages/index.ts: referenceScript',
      'server/resources/users/members-count.ts: keys',
      'server/values/coerce.ts: kinds',
      // Names that the runtime is known to support.
      'server/values/formats.ts: timezones',
      'server/values/validate.ts: itemReaders',
      'server/values/validate.ts: validators',
    ])
  })

  it('has no file below 40 lines that a single file imports, from the same folder, except where listed', () => {
    const isShort = (file: string) => textOf(file).split('\n').length <= 40
    const isLazy = (file: string, importer: string) =>
      textOf(importer).includes(`import('./${basename(file)}')`)
    const importers = Map.groupBy(
      sources.flatMap((importer) =>
        [...new Set(importsOf(importer))]
          .filter(isOurs)
          .map((name) => ({ importer, file: targetOf(importer, name) })),
      ),
      ({ file }) => file,
    )
    const lonely = sources.filter((file) => {
      const [first, ...others] = importers.get(file) ?? []
      if (!first || others.length > 0 || dirname(first.importer) !== dirname(file)) return false
      return isShort(file) && !isThread(file) && !isLazy(file, first.importer)
    })
    // Migrations are flat, and each resource has these files: docs/adding-a-resource.md.
    const isExpected = (file: string) =>
      /^server\/(?:db\/migrations\/|resources\/[^/]+\/(?:access|writes)\.ts$)/.test(file)
    assert.deepEqual(
      lonely.filter((file) => !isExpected(file)),
      // Each hash format has a file.
      ['server/credentials/hashes/phpass.ts'],
    )
  })

  it('names no resource in server/crud, and in server/db only in tables, migrations, reporting views and what notes changes of cached tables', () => {
    const unnamed = sources.filter((file) =>
      /^server\/(?:crud\/|db\/(?!migrations\/|tables\.ts|reporting\/views\.ts|changes\/changes\.ts|postgres\/write-tracker\.ts))/.test(
        file,
      ),
    )
    assert.deepEqual(
      all(unnamed, (file) => resourcesNamedIn(textOf(file))),
      [],
    )
  })

  it('finds the name of a resource, a link table or its column however it is written', () => {
    const samples: Record<string, string[]> = {
      "from(ctx.db, 'users')": ['users'],
      'const { roles } = resource.relations': ['roles'],
      'resource.relations.permissions': ['permissions'],
      'sql`select id from taxonomies`': ['taxonomies'],
      "{ table: 'user_roles', from: 'user_id' }": ['user_roles', 'user_id'],
      "actor.grants.has('can-read-taxonomy-types')": ['taxonomy-types'],
      "import { SUBJECTS } from '../../../contract/permissions.ts'": [],
      '/** `/api/users/{id}/relationships/roles` */': [],
      '  // Links of users have a version.': [],
      "const { userId } = ctx.actor // its users'": [],
    }
    for (const [sample, named] of Object.entries(samples))
      assert.deepEqual(resourcesNamedIn(`const a = 1\n${sample}\n`), named, sample)
  })

  it('writes records, links and tokens only in crud/write, credentials and transfer, except where listed', () => {
    const WRITERS = /^server\/(?:crud\/write|credentials|transfer|db\/migrations)\//
    const writing = all(
      sources.filter((file) => !WRITERS.test(file)),
      (file) => tablesWrittenIn(textOf(file)),
    )
    assert.deepEqual(writing.sort(), [
      // Copies every table of an installation as it is.
      'server/db/copy.ts: …',
      // Recognizes such a statement, and runs none.
      'server/db/postgres/write-tracker.ts: user_roles',
      // Inserts into the table that its caller names, who is found by that name.
      'server/db/queries/row-inserter.ts: …',
      // Writes to the text indices of the tables.
      'server/db/sqlite/search-index.ts: …',
      // A thousand registrations by one statement, made as crud/write makes them.
      'server/resources/invitations/invite.ts: registrations',
    ])
  })

  it('finds a write of a record however it is written', () => {
    const hole = ['$', '{table}'].join('')
    const samples: Record<string, string[]> = {
      "await ctx.db.updateTable('users').set(values).execute()": ['users'],
      "await db\n  .insertInto('user_roles')\n  .values(rows)": ['user_roles'],
      "db.deleteFrom('tokens as old').where('old.id', '=', id)": ['tokens'],
      "const insert = rowInserter('users')": ['users'],
      'db.deleteFrom(table).execute()': ['…'],
      'db.updateTable(\n  links.table,\n)': ['…'],
      'sql`delete from user_taxonomies where user_id = 1`': ['user_taxonomies'],
      'sql`with gone as (DELETE FROM "roles" returning id) select id from gone`': ['roles'],
      'sql`update permissions set name = name`': ['permissions'],
      [`sql\`insert into ${hole} (id) values (1)\``]: ['…'],
      "db.updateTable('attempts').set({ count: 0 })": [],
      "db.selectFrom('users').forUpdate()": [],
      'sql`select id from users for update skip locked`': [],
      "// await db.deleteFrom('users')": [],
      'say`Sending roles needs an update of users.`': [],
    }
    for (const [sample, tables] of Object.entries(samples)) {
      assert.deepEqual(tablesWrittenIn(`const a = 1\n${sample}\n`), tables, sample)
    }
  })

  it('reads the clock only through ctx.now()', () => {
    const clocks = sources.filter((file) => /new Date\(\)|Date\.now\(\)/.test(textOf(file)))
    assert.deepEqual(clocks.sort(), [
      'server/access/context.ts',
      // The time of a migration, and "not in the future" of a birth date, use the machine's own day.
      'server/db/migrate.ts',
      'server/values/formats.ts',
    ])
  })

  it('widens table types only in crud/define/resource.ts', () => {
    const anys = sources.filter((file) =>
      /(?:[:<(,]|\bas|=)\s*any\b/.test(
        textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|`[^`]*`/g, ''),
      ),
    )
    // A slot takes the type of whatever column it is compared with.
    assert.deepEqual(anys.sort(), ['server/crud/define/resource.ts', 'server/db/queries/prepared.ts'])
    const widened = sources.filter(
      (file) => file !== 'server/crud/define/resource.ts' && /\bAnyDatabase\b/.test(textOf(file)),
    )
    for (const file of widened) assert.ok(file.startsWith('server/crud/'), file)
  })

  it('shares only the API with the packages', () => {
    const isPackaged = (target: string) => Object.keys(PACKAGES).some((name) => target.startsWith(`${name}/`))
    assert.deepEqual(
      all(sources, (file) => importsOf(file).filter((name) => isPackaged(targetOf(file, name)))),
      [],
    )
    for (const [name, allowed] of Object.entries(PACKAGES)) {
      const files = packaged.filter((file) => file.startsWith(`${name}/src/`))
      assert.ok(files.length > 5)
      const faults = all(files, (file) =>
        importsOf(file).filter((imported) =>
          isOurs(imported)
            ? !targetOf(file, imported).startsWith(`${name}/src/`)
            : !allowed.includes(imported),
        ),
      )
      assert.deepEqual(faults, [])
    }
  })
})

describe('the dependencies', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const names = Object.keys({ ...dependencies, ...devDependencies })

  it('are pinned to exact versions', () => {
    const packages = [...Object.keys(PACKAGES), 'console'].map((name) =>
      JSON.parse(textOf(`${name}/package.json`)),
    )
    const versions = [{ dependencies, devDependencies }, ...packages].flatMap((each) =>
      Object.values<string>({ ...each.dependencies, ...each.devDependencies }),
    )
    assert.deepEqual(
      versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      [],
    )
  })

  it('have a line each in docs/dependencies.md, and no other has one', () => {
    const documented = [...textOf('docs/dependencies.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
    )
    const ofTheConsole = JSON.parse(textOf('console/package.json')).dependencies as Record<string, string>
    const others = Object.keys(ofTheConsole).filter((name) => !name.startsWith('@rolecall/'))
    assert.deepEqual(documented.sort(), [...names, ...others].sort())
  })

  it('are locked for every platform', () => {
    type Locked = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>
    const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !locked.has(name))
        .map((name) => `${path} needs ${name}`),
    )
    assert.deepEqual(missing, [])
  })

  it('of the server are runtime dependencies', () => {
    const used = new Set(
      sources
        .flatMap(importsOf)
        .filter((name) => !isOurs(name) && !name.startsWith('node:') && !builtinModules.includes(name))
        .map(packageOf),
    )
    const missing = [...used].filter((name) => dependencies[name] === undefined)
    assert.deepEqual(missing, [])
  })
})
