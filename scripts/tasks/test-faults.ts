// npm run test:faults                  every fault on both databases, in about a quarter of an hour
// npm run test:faults -- killed clock  those whose names contain one of these words; the others' figures stay as they are
//   --short       the form of npm test        --seed=N      other random times
//   --database=sqlite|postgres                --at-once=N   so many beside each other
//   --publish     puts the figures into bench/faults, missed targets too
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { missedTargets, notes, table, type Outcome } from '../../tests/faults/driver/figures.ts'
import type { Engine } from '../../tests/faults/driver/place.ts'
import type { Scenario } from '../../tests/faults/scenario.ts'
import { scenarios } from '../../tests/faults/scenarios.ts'
import { findPostgres, POSTGRES_LEFT_OUT, startPostgres } from '../../tests/support/postgres-server.ts'
import { buildIfNeeded, root } from './site-build.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    database: { type: 'string', default: 'both' },
    'at-once': { type: 'string', default: '2' },
    seed: { type: 'string', default: '20261122' },
  },
})
const FORM = values.short ? 'short' : 'long'
const DATABASES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const RESULTS = join(root, 'bench', 'faults')
const README = join(RESULTS, 'README.md')
const [BEGIN, END] = ['<!-- figures: npm run test:faults -- --publish -->', '<!-- end of the figures of faults -->']
const say = (line = '') => process.stdout.write(`${line}\n`)

buildIfNeeded()
const programs = findPostgres()
const postgres = programs ? await startPostgres(programs, ['synchronous_commit=on']) : null
if (!postgres) say(POSTGRES_LEFT_OUT)
const folder = mkdtempSync(join(tmpdir(), 'journal-faults-'))
const outcomes: Outcome[] = []
try {
  const waiting = scenarios
    .filter(({ name }) => !words.length || words.some((word) => name.includes(word)))
    .flatMap((scenario) => scenario.engines.map((engine) => ({ scenario, engine })))
    .filter(({ engine }) => values.database === 'both' || values.database === engine)
  const inOrder: Outcome[] = []
  const doNext = async (): Promise<void> => {
    const [place, next] = [inOrder.length, waiting.shift()]
    if (!next) return
    inOrder.length++
    const outcome = (inOrder[place] = await outcomeOf(next.scenario, next.engine))
    say(`${outcome.scenario}, ${outcome.database}: ${resultOf(outcome)} (${outcome.tookSeconds.toFixed(0)} s)`)
    return doNext()
  }
  // Each has a journal, a folder and a database of its own, and waits most of the time.
  await Promise.all(Array.from({ length: Number(values['at-once']) }, () => doNext()))
  outcomes.push(...inOrder)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await postgres?.stop()
}

const RESULT = join(root, 'test-results', 'faults.json')
if (words.length && existsSync(RESULT)) {
  // What another run has found about the other faults stays in the table.
  const before = (JSON.parse(readFileSync(RESULT, 'utf8')) as { outcomes: Outcome[] }).outcomes.filter(
    ({ form }) => form === FORM,
  )
  const isSame = (one: Outcome) => (other: Outcome) =>
    other.scenario === one.scenario && other.database === one.database
  const isNew = (one: Outcome) => !before.some(isSame(one))
  outcomes.splice(
    ...([0, Infinity] as const),
    ...before.map((one) => outcomes.find(isSame(one)) ?? one),
    ...outcomes.filter(isNew),
  )
}
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node.js ${process.version}`
const measured = `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run test:faults${values.short ? ' -- --short' : ''}\` on ${machine}, with the seed ${values.seed}.`
const figures = [measured, table(outcomes), notes(outcomes)].filter(Boolean)
const missed = outcomes.filter((outcome) => outcome.missed.length)
mkdirSync(join(root, 'test-results'), { recursive: true })
write(RESULT, JSON.stringify({ measured, outcomes }, null, 2))
write(join(root, 'test-results', 'faults.md'), figures.join('\n\n'))
say(`\n${figures.join('\n\n')}\n`)
if (values.publish) await publish()
say(
  missed.length
    ? `${missed.length} of ${outcomes.length} faults missed a target.`
    : `All ${outcomes.filter((outcome) => outcome.figures).length} faults met their targets. The figures are in test-results/faults.md and faults.json.`,
)
process.exitCode = missed.length || !outcomes.some((outcome) => outcome.figures) ? 1 : 0

function resultOf({ missed, leftOut }: Outcome): string {
  if (leftOut) return `left out: ${leftOut}`
  return missed.length ? `MISSED\n  ${missed.join('\n  ')}` : 'met'
}

async function outcomeOf(scenario: Scenario, engine: Engine): Promise<Outcome> {
  const setting = { engine, long: !values.short, seed: Number(values.seed), postgres: postgres?.url ?? null, folder }
  const named = { form: FORM, scenario: scenario.name, database: DATABASES[engine] } as const
  const leftOut = engine === 'postgres' && !postgres ? 'PostgreSQL is not installed' : scenario.leftOut?.(setting)
  if (leftOut) return { ...named, figures: null, missed: [], tookSeconds: 0, leftOut }
  const began = performance.now()
  const took = () => (performance.now() - began) / 1000
  try {
    const done = await scenario.run(setting)
    const missed = missedTargets(done, scenario.recoversInSeconds)
    return { ...named, leftOut: null, figures: done, missed, tookSeconds: took() }
  } catch (error) {
    const missed = [`it broke off: ${(error as Error).stack}`]
    return { ...named, leftOut: null, figures: null, missed, tookSeconds: took() }
  }
}

function write(path: string, text: string): void {
  writeFileSync(path, `${text.trimEnd()}\n`)
}

/** Into the README, between its marks, and every figure into a file beside the documentation. */
async function publish(): Promise<void> {
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${new Date().toISOString().slice(0, 10)}.json`)
  write(file, JSON.stringify({ measured, outcomes }, null, 2))
  const readme = readFileSync(README, 'utf8')
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('The README has no place for the figures.')
  const short = `${measured} Every figure: [${basename(file)}](${basename(file)}).`
  const text = `${readme.slice(0, begin + BEGIN.length)}\n\n${short}\n\n${table(outcomes)}\n\n${readme.slice(end)}`
  for (const [path, content] of [
    [README, text],
    [file, readFileSync(file, 'utf8')],
  ] as const)
    // prettier-ignore
    writeFileSync(path, await format(content, { ...(await resolveConfig(path)), filepath: path }))
}
