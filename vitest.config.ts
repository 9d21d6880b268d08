import { defineConfig } from 'vitest/config'

/** Everything but the browser: contract, server and data tests. The site's own Vite plugins stay out. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['tests/temporary-folder.ts', 'tests/postgres-server.ts'],
    // Processes, not threads: the tests use native modules and start servers of their own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    slowTestThreshold: 3_000,
    env: { NODE_ENV: 'test' },
    restoreMocks: true,
  },
})
