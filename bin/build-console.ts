// `npm run build` builds the console if its build is missing or outdated, as a start does.
import { buildConsole } from '../server/pages/console/build.ts'

const result = await buildConsole({ onStart: () => console.log('The console is being built.') })
if (result.outcome === 'failed') console.error(result.output)
if (result.outcome === 'killed') console.error(`The build was killed (${result.by}). Run it again.`)
console.log(`The console: ${result.outcome}.`)
if (!['current', 'built'].includes(result.outcome)) process.exitCode = 1
