import { defineConfig } from 'vitest/config';

// `npm run screenshots`: no test, but pictures of the main views, taken of the real server.
export default defineConfig({
  test: { include: ['tests/screenshots.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
});
