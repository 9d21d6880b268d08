import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, inject, test } from 'vitest'
import { buildIfNeeded } from '../../scripts/tasks/site-build.ts'
import { missedTargets } from './driver/figures.ts'
import { scenarios } from './scenarios.ts'

/** Many times the usual: other tests run beside these. */
const PATIENCE_MS = 900_000

/** On one database each in the short form; `npm run test:faults` does all of it on both. */
const ON_BOTH = ['killed at random']

/** Run first and by itself: it starts more programs than any other. */
const ALONE = 'restoring killed in every phase'

const declare = (isChosen: (name: string) => boolean) => () => {
  beforeAll(() => buildIfNeeded(), PATIENCE_MS)

  for (const [number, scenario] of scenarios.entries()) {
    const { name, engines } = scenario
    if (!isChosen(name)) continue
    const chosen = ON_BOTH.includes(name) || engines.length === 1 ? engines : [engines[number % engines.length]!]
    for (const engine of chosen) {
      test(
        `${name} (${engine}): nothing acknowledged is lost, and it goes on`,
        { timeout: PATIENCE_MS },
        async ({ skip, expect }) => {
          const folder = mkdtempSync(join(inject('temporaryFolder'), 'faults-'))
          const setting = { engine, long: false, seed: 20261122, postgres: inject('postgres'), folder }
          if (engine === 'postgres' && setting.postgres === null) return skip('needs the programs of PostgreSQL')
          const leftOut = scenario.leftOut?.(setting)
          if (leftOut) return skip(leftOut)
          const figures = await scenario.run(setting)
          expect(missedTargets(figures, 20 * scenario.recoversInSeconds).join('\n')).toBe('')
        },
      )
    }
  }
}

describe(
  'the running journal, with the built site',
  declare((name) => name === ALONE),
)
describe.concurrent(
  'the running journal beside others',
  declare((name) => name !== ALONE),
)
