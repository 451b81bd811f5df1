// Lints the API's description by Redocly's and Spectral's recommended rules: `npm run check` runs it. No fault passes,
// be it a warning, and no rule is off.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { listEndpoints } from '../server/app.ts'
import { loadConfig } from '../server/config.ts'
import { servedAt } from '../server/openapi/document.ts'
import { describeApi } from '../server/pages/description.ts'

async function byRedocly(description: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(description)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) => `redocly: ${ruleId}: ${message} at ${location[0]?.pointer}`,
  )
}

async function bySpectral(description: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })
  const problems = await spectral.run(description as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `spectral: ${code}: ${message} at ${path.join('/')}`)
}

// As a service gives it whose settings are the defaults.
const endpoints = listEndpoints(loadConfig({}, { cwd: import.meta.dirname }))
const description = servedAt(describeApi(endpoints), 'https://accounts.acme.test')
const faults = [...(await byRedocly(description)), ...(await bySpectral(description))]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
