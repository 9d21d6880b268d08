import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { times } from './tests/support/long.ts'
import { POSTGRES_IN_SECOND, SECOND_TIER, type Tier } from './tests/tiers.ts'

const TESTS = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']

// A module that is mocked must not have been loaded by the previous file.
const replacing = globSync(TESTS).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

// Parts of pages, rendered into a document without a browser.
const components = globSync(TESTS).filter((file) => readFileSync(file, 'utf8').includes("'@testing-library/react'"))

// Named files are run whatever their tier.
const tier = (process.env.TEST_TIER ?? 'all') as Tier
const include = tier === 'rest' ? [...SECOND_TIER, ...POSTGRES_IN_SECOND] : TESTS
const exclude = tier === 'first' ? SECOND_TIER : []
const isIncluded = (file: string): boolean => include === TESTS || include.includes(file)

/** Slow files first, by the list: a fresh clone knows no durations, and the last file must not be a long one. */
class SlowFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = SECOND_TIER.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at < 0 ? SECOND_TIER.length : at
    }
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)))
  }
}

/** Fonts are cut when the site is built, which these tests do without. */
const withoutFonts = {
  name: 'without-fonts',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('.woff2?url') ? '\0font' : undefined),
  load: (id: string) => (id === '\0font' ? `export default '/font.woff2'` : undefined),
}

/** Everything but the browser: contract, server and data tests, without the site's Vite plugins. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: [
      'tests/support/temporary-folder.ts',
      'tests/support/postgres-server.ts',
      'tests/support/templates.ts',
    ],
    setupFiles: ['tests/support/before-each-file.ts'],
    // Processes, not threads: the tests use native modules and start servers of their own.
    pool: 'forks',
    maxWorkers: 2,
    // Of the few that say that they may run beside each other: they wait most of the time.
    maxConcurrency: 2,
    testTimeout: times(90_000, 900_000),
    hookTimeout: 120_000,
    // A second, as delivered, is too little on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // A busy machine can cause a timeout; a test that fails twice has failed. The one that does not is named at the end.
    retry: process.env.CI === undefined ? 0 : 1,
    slowTestThreshold: 3_000,
    env: { NODE_ENV: 'test' },
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Consecutive files in a process share loaded modules: loading the server takes a second.
      {
        extends: true,
        test: { name: 'shared', include, exclude: [...replacing, ...components, ...exclude], isolate: false },
      },
      // So do parts of pages: a document and React for each file would take several times as long as its tests.
      {
        extends: true,
        plugins: [withoutFonts],
        test: {
          name: 'components',
          include: components.filter(isIncluded),
          exclude: [...replacing, ...exclude],
          environment: 'happy-dom',
          setupFiles: ['tests/support/components.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [withoutFonts],
        test: {
          name: 'components alone',
          include: replacing.filter((file) => components.includes(file) && isIncluded(file)),
          exclude,
          environment: 'happy-dom',
          setupFiles: ['tests/support/components.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: replacing.filter(isIncluded),
          exclude: [...components, ...exclude],
        },
      },
    ],
  },
})
