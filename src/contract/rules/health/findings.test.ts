import { describe, expect, test } from 'vitest'
import { span, type HealthFacts } from './facts.ts'
import { attentionOf, healthSentences, findingsForToday, findingsOf } from './findings.ts'

const NOW = '2026-11-22T12:00:00.000Z'
const GB = 1_000_000_000
const WELL: HealthFacts = {
  now: NOW,
  version: '1.2.3',
  settings: {
    production: true,
    publicUrl: 'https://plants.test',
    rateLimit: true,
    secondFactor: 'required',
    engine: 'postgres',
  },
  database: { answeredInMs: 2 },
  clock: { jumpedMs: 0, newestEntryAt: '2026-11-22T11:59:00.000Z' },
  reserveBytes: 512 * 1024 * 1024,
  files: { in: 'folder', isReached: true, damaged: [] },
  emails: {
    isConfigured: true,
    waiting: 2,
    oldestAt: '2026-11-22T11:50:00.000Z',
    failing: 0,
    words: null,
    lastSentAt: '2026-11-22T11:30:00.000Z',
  },
  backups: {
    everyHours: 24,
    newestGoodAt: '2026-11-22T03:00:00.000Z',
    remark: null,
    lastFault: null,
    isRunning: false,
  },
  deposits: { unsuccessful: 0, words: null },
  queues: [{ name: 'index', waiting: 3, givenUp: 0, dueSince: '2026-11-22T11:59:00.000Z', reason: null }],
  scanner: 'answers',
  processes: [
    {
      server: 'one 1',
      version: '1.2.3',
      clockAheadMs: 3,
      freeBytes: 40 * GB,
      work: [{ kind: 'index', beganAt: null, failures: 0 }],
    },
  ],
}
const processOf = (change: object) => ({ processes: [{ ...WELL.processes![0]!, ...change }] })
const FULL = 'The disk is full.'
const copiesOf = (change: Partial<HealthFacts['backups']>) => ({ backups: { ...WELL.backups!, ...change } })
const found = (change: Partial<HealthFacts>) =>
  findingsOf({ ...WELL, ...change }).map(({ id, level }) => `${level} ${id}`)

describe('what is said about the running journal', () => {
  test('all is well, with figures', () => {
    expect(findingsOf(WELL)).toEqual([])
    expect(healthSentences(WELL)).toEqual([
      'Version 1.2.3, 1 process.',
      'The database (PostgreSQL) answered in 2 ms.',
      '40.0 GB is free on the disk.',
      'Files: data folder, readable.',
      '2 emails waiting; last sent 30 minutes ago.',
      'The newest tested backup is 9 hours old.',
      'The virus scanner answers.',
    ])
  })

  test.each<[string, Partial<HealthFacts>, string[]]>([
    ['a database that does not answer', { database: null }, ['now database']],
    ['a slow database', { database: { answeredInMs: 1500 } }, ['soon database-slow']],
    ['a disk that fills up', processOf({ freeBytes: GB }), ['soon disk-one']],
    ['a full disk', processOf({ freeBytes: GB / 4 }), ['now disk-one']],
    ['files out of reach', { files: { in: 'bucket', isReached: false, damaged: [] } }, ['now files']],
    [
      'a damaged file',
      { files: { in: 'folder', isReached: true, damaged: [{ fileId: 'abcd', seenAt: NOW }] } },
      ['now files-damaged'],
    ],
    [
      'no mail server, and nothing to send',
      { emails: { ...WELL.emails!, isConfigured: false, waiting: 0 } },
      ['soon emails-off'],
    ],
    ['no mail server, and emails', { emails: { ...WELL.emails!, isConfigured: false } }, ['now emails-off']],
    ['emails that wait', { emails: { ...WELL.emails!, oldestAt: '2026-11-22T10:00:00.000Z' } }, ['now emails-waiting']],
    ['emails that fail', { emails: { ...WELL.emails!, failing: 1 } }, ['soon emails-failing']],
    ['no backup', copiesOf({ newestGoodAt: null }), ['now backups-none']],
    ['the first backup is being made', copiesOf({ newestGoodAt: null, isRunning: true }), []],
    [
      'the first backup is being made once more',
      copiesOf({ newestGoodAt: null, isRunning: true, lastFault: FULL }),
      ['now backups-none'],
    ],
    ['backups are switched off', copiesOf({ everyHours: 'off', newestGoodAt: null }), ['advice backups-off']],
    ['one backup was missed', copiesOf({ newestGoodAt: '2026-11-20T12:00:00.000Z' }), []],
    ['two backups were missed', copiesOf({ newestGoodAt: '2026-11-20T10:00:00.000Z' }), ['now backups-old']],
    [
      'an hourly backup is late',
      copiesOf({ everyHours: 1, newestGoodAt: '2026-11-22T08:00:00.000Z' }),
      ['now backups-old'],
    ],
    ['a weekly backup is young enough', copiesOf({ everyHours: 168, newestGoodAt: '2026-11-12T12:00:00.000Z' }), []],
    ['a backup of the future', copiesOf({ newestGoodAt: '2027-01-01T00:00:00.000Z' }), []],
    ['a backup that failed', copiesOf({ lastFault: FULL }), ['soon backups-fault']],
    ['a backup of a journal with a fault', copiesOf({ remark: 'A file is missing.' }), ['soon backups-remark']],
    ['deposits that failed', { deposits: { unsuccessful: 2, words: null } }, ['soon deposits']],
    [
      'work that stands still',
      {
        queues: [
          { name: 'texts', waiting: 1, givenUp: 1, dueSince: '2026-11-22T08:00:00.000Z', reason: 'The disk is full.' },
        ],
      },
      ['soon stuck-texts', 'advice given-up-texts'],
    ],
    [
      'work that keeps failing',
      processOf({ work: [{ kind: 'index', beganAt: null, failures: 3 }] }),
      ['soon work-index'],
    ],
    [
      'work that hangs',
      processOf({ work: [{ kind: 'emails', beganAt: Date.parse(NOW) - 7_200_000, failures: 0 }] }),
      ['soon work-emails'],
    ],
    ['a scanner that is away', { scanner: 'away' }, ['now scanner']],
    ['a clock that is a day ahead of the database’s', processOf({ clockAheadMs: 86_400_000 }), ['now clock-database']],
    [
      'a clock that is a day behind',
      { clock: { jumpedMs: 0, newestEntryAt: '2026-11-23T12:00:00.000Z' } },
      ['now clock-behind'],
    ],
    ['a clock that was set', { clock: { jumpedMs: -600_000, newestEntryAt: null } }, ['soon clock-jumped']],
    ['http in production', { settings: { ...WELL.settings, publicUrl: 'http://plants.test' } }, ['soon http']],
    ['no limits', { settings: { ...WELL.settings, rateLimit: false } }, ['soon rate-limit']],
    ['passwords alone', { settings: { ...WELL.settings, secondFactor: 'offered' } }, ['advice second-factor']],
    [
      'nothing that could be found out',
      { database: null, clock: null, emails: null, backups: null, deposits: null, queues: null, processes: null },
      ['now database'],
    ],
  ])('%s', (_about, change, expected) => {
    expect(found(change)).toEqual(expected)
  })

  test('the worst comes first, and advice needs nobody', () => {
    const findings = findingsOf({
      ...WELL,
      scanner: 'away',
      settings: { ...WELL.settings, secondFactor: 'offered', rateLimit: false },
    })
    expect(findings.map(({ level }) => level)).toEqual(['now', 'soon', 'advice'])
    expect(attentionOf(findings)).toBe(2)
    expect(findingsForToday(findings).map(({ id }) => id)).toEqual(['scanner'])
  })

  test('a backup that is too old stays on Today beside what is worse, with its age and what to do', () => {
    const facts = {
      ...WELL,
      scanner: 'away' as const,
      database: null,
      deposits: { unsuccessful: 2, words: null },
      ...copiesOf({ newestGoodAt: '2026-11-02T12:00:00.000Z', lastFault: FULL }),
    }
    const [first, backup, ...others] = findingsForToday(findingsOf(facts))
    expect([first!.id, others]).toEqual(['database', []])
    expect(backup).toMatchObject({
      what: 'The newest tested backup of the journal is 20 days old. The last attempt failed: The disk is full.',
      todo: expect.stringContaining('npm run backup -- FILE') as unknown,
    })
    // Deposits have a line of their own on Today.
    expect(findingsForToday(findingsOf({ ...WELL, deposits: facts.deposits }))).toEqual([])
  })

  test.each([
    [30_000, 'less than a minute'],
    [60_000, '1 minute'],
    [5_400_000, '90 minutes'],
    [7_200_000, '2 hours'],
    [172_800_000, '2 days'],
  ])('%i ms are %s', (ms, words) => {
    expect(span(ms)).toBe(words)
  })
})
