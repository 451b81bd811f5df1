// Runs before the library: one of its parts tries whether it may make code of text, which the page's policy forbids.
// This tells it not to try.
globalThis.__zod_globalConfig = { jitless: true }

// Where the service is published, with the path of its own that a proxy may give it.
const base = new URL('.', document.baseURI)

// The library can call other hosts in several ways; all of them are off, and the policy forbids them too.
const options = {
  url: new URL('openapi.json', base).href,
  servers: [{ url: base.href.replace(/\/$/, ''), description: 'This installation.' }],
  favicon: new URL('favicon.svg', base).href,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  persistAuth: false,
  // A section that a link leads to is given the focus, and would be framed; nobody can tab to it.
  customCss: 'section[tabindex="-1"]:focus { outline: none }',
}

addEventListener('DOMContentLoaded', () => globalThis.Scalar.createApiReference('#reference', options))
