import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev -w console` finds a service. */
const SERVICE = process.env.SERVICE ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
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
  },
  server: { proxy: { '/api': SERVICE, '/docs': SERVICE, '/openapi.json': SERVICE } },
})
