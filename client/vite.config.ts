import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server to develop against: `SERVER=http://127.0.0.1:8080 npm run dev`.
const server = process.env.SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
