// `npm run describe` writes the API's description and its Postman collection to api/, and the permissions page, the page of
// views for SQL readers, the map of the folders, the list of decisions and the catalogue of actions to docs/. With --release, the description becomes
// the new baseline for later changes, and the declared breaking changes are cleared. --to and --docs name other folders.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listEndpoints } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { describeApi } from '../server/pages/description.ts'
import { registry } from '../server/resources/index.ts'
import { withActions } from './actions.ts'
import { withDecisions, withHouseMap } from './house-map.ts'
import { permissionsPage } from './permissions-page.ts'
import { collectionOf } from './postman.ts'
import { schemaPage } from './schema-page.ts'

const { values } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    to: { type: 'string', default: join(import.meta.dirname, '../api') },
    docs: { type: 'string', default: join(import.meta.dirname, '../docs') },
  },
})

const write = (name: string, content: unknown) =>
  writeFileSync(join(values.to, name), `${JSON.stringify(content, null, 2)}\n`)

// Default settings only: settings do not change the description, and the user's .env is not read.
const endpoints = listEndpoints(loadConfig({}, { cwd: import.meta.dirname }))
const description = describeApi(registry, endpoints)
write('openapi.json', description)
write('postman.json', await collectionOf(description))
writeFileSync(join(values.docs, 'permissions.md'), permissionsPage(registry.all, endpoints))
writeFileSync(join(values.docs, 'schema.md'), schemaPage())
const ROOT = join(import.meta.dirname, '..')
const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
writeFileSync(join(values.docs, 'architecture.md'), withHouseMap(architecture, ROOT))
const events = readFileSync(join(ROOT, 'docs/events.md'), 'utf8')
writeFileSync(join(values.docs, 'events.md'), withActions(events, registry))
const decisions = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')
mkdirSync(join(values.docs, 'decisions'), { recursive: true })
writeFileSync(join(values.docs, 'decisions/README.md'), withDecisions(decisions, ROOT))
if (values.release) {
  write('baseline.json', description)
  write('breaking.json', [])
}
