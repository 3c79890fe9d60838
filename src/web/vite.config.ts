import path from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: path.resolve(import.meta.dirname, '../../dist-web'),
    emptyOutDir: true,
    // The content security policy allows neither inline files nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  worker: { format: 'es' },
})
