import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/tasks/find-browser.ts'

const executablePath = await installedBrowser()
if (!executablePath) throw new Error('No Chromium is installed. `npm test` brings one by itself.')

/** The longest files come first: two workers take one after the other, and the last ones must be short. */
const LONGEST = ['two-servers', 'stored-script', 'layout', 'reviewer-link', 'admin', 'report'].map(
  (name) => `${name}.spec.ts`,
)

/** Journeys: end-to-end tests in a real browser on the real server (tests/journeys/support.ts starts it). */
export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: LONGEST },
  ],
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // Limits for a machine that is busy with other things; a test that passes does not wait for them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A busy machine can cause a timeout; a test that fails twice has failed.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
