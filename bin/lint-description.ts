// Lints the API's description with all recommended rules of Redocly and Spectral, and with OWASP's except those below, as
// part of `npm run check`. Warnings fail too.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import owaspRules from '@stoplight/spectral-owasp-ruleset'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { listEndpoints } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { servedAt } from '../server/openapi/document.ts'
import { describeApi } from '../server/pages/description.ts'
import { registry } from '../server/resources/index.ts'

/** Disabled OWASP rules, with the reasons. */
const OFF = {
  'api2:2023-no-api-keys-in-url':
    'The contract has the field `api_token` of the query; the header is preferred, and said to be.',
  'api2:2023-no-credentials-in-url':
    'The same field; writes by GET, of which passwords are fields, are of the contract too. `{token}` is the id of a token.',
  'api2:2023-write-restricted':
    'Signing in and up, and the first setup, are for those who have no token yet.',
  'api2:2023-read-restricted': 'Health, and what a page for signing in must know, are for everyone.',
  'api4:2023-integer-format':
    'Every whole number has one (test/api/openapi/for-tools.test.ts), but for names that are an id or a text.',
  'api4:2023-integer-limit': 'Those of requests have limits. Counts of an answer have none.',
  'api4:2023-string-limit':
    'Fields have limits. Tokens, addresses and messages of answers have none; the parameters of a list have one together.',
  'api4:2023-string-restricted': 'Names, texts and messages are free text.',
  'api4:2023-rate-limit':
    'A limit is told when it is met: by 429 with `Retry-After`. No other header tells of it.',
  'api4:2023-rate-limit-responses-429': 'Calls without a token that try no secret are not counted.',
  'api7:2023-concerning-url-parameter':
    '`avatar_url` and `website` are kept and answered; the service asks no address.',
  'api8:2023-define-cors-origin':
    'CORS is told by whoever runs the service (CORS_ORIGINS); it may be on any answer, or on none.',
  'api8:2023-define-error-responses-401': 'Missing where no token is needed, and nothing is proven.',
  'api8:2023-define-error-responses-500':
    'No answer is meant to be one; a client reads it as any other failure.',
  'api9:2023-inventory-access': 'Who may reach an installation is for whoever runs it to say.',
  'api9:2023-inventory-environment': 'The same: every installation describes itself, and no other.',
}

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
  const owasp = ((owaspRules as { default?: unknown }).default ?? owaspRules) as RulesetDefinition
  spectral.setRuleset({
    extends: [
      [spectralRulesets.oas as RulesetDefinition, 'recommended'],
      [owasp, 'recommended'],
    ],
    rules: Object.fromEntries(Object.keys(OFF).map((rule) => [`owasp:${rule}`, 'off' as const])),
  })
  const problems = await spectral.run(description as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `spectral: ${code}: ${message} at ${path.join('/')}`)
}

// The description of a service with default settings.
const endpoints = listEndpoints(loadConfig({}, { cwd: import.meta.dirname }))
const description = servedAt(describeApi(registry, endpoints), 'https://accounts.acme.test')
const faults = [...(await byRedocly(description)), ...(await bySpectral(description))]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
