import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pack } from './src/account/fingerprints.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev -w console` finds a service. */
const SERVICE = process.env.SERVICE ?? 'http://127.0.0.1:8080'

const COMMON_PASSWORDS = 'virtual:common-passwords'

/** The list of the service: server/credentials/passwords.ts. */
const commonPasswords: Plugin = {
  name: 'common-passwords',
  resolveId: (id) => (id === COMMON_PASSWORDS ? `\0${id}` : undefined),
  load: (id) => {
    if (id !== `\0${COMMON_PASSWORDS}`) return undefined
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common')
    return `export default ${JSON.stringify(pack(dictionary['passwords-common']))}`
  },
}

/** What the service does in production: server/pages/console/serve.ts. */
const accountPages: Plugin = {
  name: 'account-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/(signin|signup|verify|forgot|reset|invite|change-email|setup)(\?|$)/.test(request.url ?? ''))
        request.url = '/account.html'
      next()
    })
  },
}

export default defineConfig({
  plugins: [react(), commonPasswords, accountPages],
  // Addresses are relative: the service may be published under a path of its own.
  base: './',
  resolve: {
    alias: {
      '@rolecall/client': at('../client/src/index.ts'),
      '@rolecall/ra-data-provider': at('../ra-data-provider/src/index.ts'),
    },
    dedupe: ['react', 'react-dom', 'ra-core', 'react-router', '@tanstack/react-query'],
  },
  build: {
    target: 'es2024',
    // Nothing in the page as text: its policy allows none.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: [at('index.html'), at('account.html')],
      output: {
        // The client follows events by code that it loads when it is used. Without this, what both use is a chunk of its own, and
        // the account pages load more bytes.
        codeSplitting: {
          groups: [
            { name: 'client', test: /\/client\/src\/(?!events|event-parser|stream)/ },
            // Every page loads all of it: one file is 1.2 KB smaller than three.
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVICE,
      '/docs': SERVICE,
      '/openapi.json': SERVICE,
      '/brand.css': SERVICE,
      '/brand-logo': SERVICE,
    },
  },
})
