import { counted } from '../counted.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import { paths } from '../paths.ts'
import { diskLevel } from './disk.ts'
import type { StateFacts } from './facts.ts'
import { ROUND_NAMES, type RoundName } from './rounds.ts'
import { printedSize, since, span } from './words.ts'

/** now: something is lost or stands still until it is mended. soon: it will be. advice: a setting worth changing. */
export const LEVELS = ['now', 'soon', 'advice'] as const
export type Level = (typeof LEVELS)[number]

/** One thing that is wrong, and what to do about it, in words. */
export interface Finding {
  id: string
  level: Level
  what: string
  todo: string
  /** The page where more is known, if there is one. */
  see: { href: string; text: string } | null
}

type Rule = (facts: StateFacts) => readonly Finding[]

const SLOW_DATABASE_MS = 1_000
const CLOCK_MS = 2 * MINUTE_MS
const EMAIL_WAITS_MS = HOUR_MS
const QUEUE_WAITS_MS = 2 * HOUR_MS
const ROUND_LASTS_MS = HOUR_MS
const ROUND_FAILURES = 3
/** A copy is late when the next one should long be there: one attempt may fail. */
const copyIsLate = (ageMs: number, everyHours: number): boolean => ageMs > (2 * everyHours + 1) * HOUR_MS

const finding = (level: Level, id: string, what: string, todo: string, see: Finding['see'] = null): Finding => ({
  ...{ id, level, what, todo, see },
})
const age = (at: string, { now }: StateFacts): number => Date.parse(now) - Date.parse(at)

const database: Rule = ({ database }) => {
  if (!database)
    return [
      finding(
        'now',
        'database',
        'The database does not answer in time.',
        'Look at the database server: is it running, has it room, and is it overloaded?',
      ),
    ]
  if (database.answeredInMs < SLOW_DATABASE_MS) return []
  const seconds = (database.answeredInMs / 1000).toFixed(1)
  return [
    finding(
      'soon',
      'database-slow',
      `The database took ${seconds} seconds to answer a simple question.`,
      'Look at the load of its machine.',
    ),
  ]
}

const disk: Rule = ({ processes, reserveBytes }) => {
  const free = new Map((processes ?? []).map(({ server, freeBytes }) => [machineOf(server), freeBytes]))
  return [...free].flatMap(([machine, bytes]) => {
    const level = bytes === null ? 'plenty' : diskLevel(bytes, reserveBytes)
    if (bytes === null || level === 'plenty') return []
    const room = `Only ${printedSize(bytes)} is free on the disk of ${machine}.`
    const todo =
      'Make room on the disk that holds DATA_DIR, or enlarge it. Old copies and logs are often what fills it.'
    return level === 'low'
      ? [finding('soon', `disk-${machine}`, `${room} Below ${printedSize(reserveBytes)}, new files are refused.`, todo)]
      : [
          finding(
            'now',
            `disk-${machine}`,
            `${room} New files are refused until there is room; everything else goes on.`,
            todo,
          ),
        ]
  })
}

const files: Rule = ({ files }) => {
  if (!files?.isReached) {
    const place = files?.in === 'bucket' ? 'the bucket that S3_BUCKET names' : 'the folder DATA_DIR/files'
    return [
      finding(
        'now',
        'files',
        'The journal cannot reach its files.',
        `See whether ${place} can be read and written by the user that runs the journal.`,
      ),
    ]
  }
  const { length } = files.damaged
  if (!length) return []
  const { fileId } = files.damaged[0]!
  return [
    finding(
      'now',
      'files-damaged',
      `${counted(length, 'file')} ${length === 1 ? 'is' : 'are'} missing or damaged, and cannot be sent: ${fileId}${length > 1 ? ' and others' : ''}.`,
      'Restore them from a copy: take the files of these names from its folder "files".',
    ),
  ]
}

const emails: Rule = (facts) => {
  const { emails } = facts
  if (!emails) return []
  const { isConfigured, waiting, oldestAt, failing, words, lastSentAt } = emails
  const see = { href: `${paths.adminActivity}?show=emails&state=waiting`, text: 'See the emails' }
  if (!isConfigured) {
    const what = waiting
      ? `No mail server is set, and ${counted(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}.`
      : 'No mail server is set: authors, reviewers and editors get no emails.'
    return [
      finding(
        waiting ? 'now' : 'soon',
        'emails-off',
        what,
        'Set SMTP_URL to the address of your mail server, and start the journal again.',
        see,
      ),
    ]
  }
  const last = lastSentAt ? `The last one was sent ${since(lastSentAt, facts.now)} ago.` : 'None has been sent yet.'
  const said = words ? ` The mail server said: “${words}”.` : ''
  if (oldestAt && age(oldestAt, facts) > EMAIL_WAITS_MS) {
    const what = `${counted(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${since(oldestAt, facts.now)}. ${last}${said}`
    return [
      finding(
        'now',
        'emails-waiting',
        what,
        'See whether the mail server that SMTP_URL names can be reached, and takes the name and password. Emails are tried again by themselves.',
        see,
      ),
    ]
  }
  if (failing)
    return [
      finding(
        'soon',
        'emails-failing',
        `${counted(failing, 'email')} could not be sent yet. ${last}${said}`,
        'They are tried again by themselves. If an address is wrong, ask its owner for the right one.',
        see,
      ),
    ]
  return []
}

const copies: Rule = (facts) => {
  if (!facts.copies) return []
  const { everyHours, newestGoodAt, remark, lastFault, isRunning } = facts.copies
  if (everyHours === 'off')
    return [
      finding(
        'advice',
        'copies-off',
        'The journal makes no copies of itself.',
        'Set BACKUP_EVERY_HOURS, or see that something else makes copies and that they have been restored once.',
      ),
    ]
  const fault = lastFault ? ` The last attempt failed: ${lastFault}` : ''
  const todo = 'Make a copy by hand (npm run backup -- FILE), and look in the log of the server for the reason.'
  if (!newestGoodAt)
    return isRunning && !lastFault
      ? []
      : [
          finding(
            facts.settings.production ? 'now' : 'advice',
            'copies-none',
            `There is no tested copy of the journal.${fault}`,
            todo,
          ),
        ]
  // A clock that was set back makes the newest copy one of the future: it says nothing about its age.
  const old = since(newestGoodAt, facts.now)
  if (copyIsLate(age(newestGoodAt, facts), everyHours))
    return [finding('now', 'copies-old', `The newest tested copy of the journal is ${old} old.${fault}`, todo)]
  if (lastFault)
    return [
      finding(
        'soon',
        'copies-fault',
        `The last copy of the journal could not be made: ${lastFault}`,
        `It will be tried again within the hour. The newest tested copy is ${old} old.`,
      ),
    ]
  return remark
    ? [
        finding(
          'soon',
          'copies-remark',
          `The newest copy of the journal is whole, but the journal is not: ${remark}`,
          'Run npm run verify-data on the server: it names each fault.',
        ),
      ]
    : []
}

const deposits: Rule = ({ deposits }) => {
  if (!deposits?.unsuccessful) return []
  const { unsuccessful, words } = deposits
  const said = words ? ` The newest reason: “${words}”.` : ''
  return [
    finding(
      'soon',
      'deposits',
      `The metadata of ${counted(unsuccessful, 'article')} could not be registered at Crossref.${said}`,
      'Open the list of deposits, mend what Crossref names, and send them again.',
      { href: `${paths.adminDeposits}?state=attention`, text: 'See the deposits' },
    ),
  ]
}

const queues: Rule = (facts) =>
  (facts.queues ?? []).flatMap(({ name, waiting, givenUp, dueSince }) => {
    const work = ROUND_NAMES[name]
    // These have rules of their own.
    if (name === 'emails' || name === 'deposits') return []
    const found: Finding[] = []
    if (dueSince && age(dueSince, facts) > QUEUE_WAITS_MS) {
      found.push(
        finding(
          'soon',
          `stuck-${name}`,
          `Work stands still: ${work}. ${waiting} wait, the oldest for ${since(dueSince, facts.now)}.`,
          'See whether the disk is full; otherwise start the journal again, and send the lines of the log about it to its developers.',
        ),
      )
    }
    if (givenUp)
      found.push(
        finding(
          'advice',
          `given-up-${name}`,
          `${work[0]!.toUpperCase()}${work.slice(1)} failed for ${counted(givenUp, 'item')}, which ${givenUp === 1 ? 'is' : 'are'} not tried again.`,
          'Look in the log for the reason; it names each one.',
        ),
      )
    return found
  })

const rounds: Rule = (facts) => {
  const seen = new Set<string>()
  return (facts.processes ?? []).flatMap(({ rounds }) =>
    rounds.flatMap(({ name, beganAt, failures }) => {
      const work = ROUND_NAMES[name as RoundName] ?? name
      const lasts = beganAt === null ? 0 : Date.parse(facts.now) - beganAt
      const isBad = failures >= ROUND_FAILURES || lasts > ROUND_LASTS_MS
      if (!isBad || seen.has(name)) return []
      seen.add(name)
      const how = failures >= ROUND_FAILURES ? `failed ${failures} times in a row` : `has not ended for ${span(lasts)}`
      return [
        finding(
          'soon',
          `round-${name}`,
          `Work in the background ${how}: ${work}.`,
          'Look in the log for the reason. If it goes on, start the journal again.',
        ),
      ]
    }),
  )
}

const scanner: Rule = ({ scanner }) =>
  scanner === 'away'
    ? [
        finding(
          'now',
          'scanner',
          'The virus scanner does not answer, so nobody can upload files.',
          'See whether clamd runs at the address in CLAMD_URL.',
        ),
      ]
    : []

const clock: Rule = (facts) => {
  const { clock, processes, now } = facts
  const todo = 'Set the clocks of all machines by the network (systemd-timesyncd or chrony does it).'
  const ahead = Math.max(0, ...(processes ?? []).map(({ clockAheadMs }) => Math.abs(clockAheadMs)))
  if (ahead > CLOCK_MS)
    return [
      finding(
        'now',
        'clock-database',
        `The clocks of the server and of the database differ by ${span(ahead)}. Dates, links and sessions end at wrong times.`,
        todo,
      ),
    ]
  if (!clock) return []
  const future = clock.newestEntryAt ? Date.parse(clock.newestEntryAt) - Date.parse(now) : 0
  if (future > CLOCK_MS)
    return [
      finding(
        'now',
        'clock-behind',
        `The newest entry of the log is ${span(future)} in the future: the clock is or was wrong.`,
        todo,
      ),
    ]
  const jumped = Math.abs(clock.jumpedMs)
  return jumped > CLOCK_MS
    ? [
        finding(
          'soon',
          'clock-jumped',
          `The clock of the server was set ${clock.jumpedMs > 0 ? 'forward' : 'back'} by ${span(jumped)} while the journal ran.`,
          todo,
        ),
      ]
    : []
}

const processes: Rule = ({ processes, settings }) => {
  const versions = [...new Set((processes ?? []).map(({ version }) => version))].sort()
  const servers = new Set((processes ?? []).map(({ server }) => server))
  const found: Finding[] = []
  if (versions.length > 1)
    found.push(
      finding(
        'soon',
        'versions',
        `Different versions of the program serve the journal: ${versions.join(' and ')}.`,
        'This is right during an upgrade. Afterwards start the older ones again with the new version.',
      ),
    )
  if (settings.engine === 'sqlite' && servers.size > 1)
    found.push(
      finding(
        'soon',
        'two-servers',
        'Two programs serve the journal from one data folder, each with limits of its own.',
        'End one of them. For more processes on one machine set WEB_CONCURRENCY.',
      ),
    )
  return found
}

const settings: Rule = ({ settings: { production, publicUrl, rateLimit, secondFactor } }) => {
  if (!production) return []
  const found: Finding[] = []
  if (publicUrl.startsWith('http:'))
    found.push(
      finding(
        'soon',
        'http',
        'Readers’ passwords and sessions travel unprotected: PUBLIC_URL begins with http.',
        'Put Caddy or nginx with a certificate in front, and set PUBLIC_URL to the https address.',
      ),
    )
  if (!rateLimit)
    found.push(
      finding(
        'soon',
        'rate-limit',
        'Nothing limits how often somebody may call or try passwords.',
        'Remove RATE_LIMIT=off from the settings: it is meant for load tests.',
      ),
    )
  if (secondFactor === 'offered')
    found.push(
      finding(
        'advice',
        'second-factor',
        'Administrators may sign in with a password alone.',
        'Set SECOND_FACTOR=required once every administrator has set up a passkey or codes.',
      ),
    )
  return found
}

const RULES: readonly Rule[] = [
  database,
  disk,
  files,
  clock,
  copies,
  emails,
  scanner,
  rounds,
  queues,
  deposits,
  processes,
  settings,
]

/** What is wrong, the worst first. */
export function findingsOf(facts: StateFacts): Finding[] {
  const all = RULES.flatMap((rule) => rule(facts))
  return LEVELS.flatMap((level) => all.filter((finding) => finding.level === level))
}

/** How many findings need an administrator; advice does not. */
export const attentionOf = (findings: readonly Finding[]): number => needing(findings).length

/**
 * What Today says of them, `findings` being sorted: the worst, and always what is wrong with copies, which nobody would
 * miss until all is lost. Deposits have a line of their own there.
 */
export const findingsForToday = (findings: readonly Finding[]): Finding[] =>
  needing(findings)
    .filter(({ id }) => id !== 'deposits')
    .filter(({ id }, at) => at === 0 || id.startsWith('copies-'))

const needing = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ level }) => level !== 'advice')

/** The figures of a journal, whether all is well or not, in sentences. */
export function figuresOf(facts: StateFacts): string[] {
  const { database, emails, copies, processes, files, scanner, version, now } = facts
  const free = (processes ?? []).flatMap(({ freeBytes }) => freeBytes ?? [])
  return [
    `Version ${version}, ${counted((processes ?? []).length || 1, 'process', 'processes')}.`,
    ...(database
      ? [
          `The database (${facts.settings.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}) answered in ${Math.max(1, Math.round(database.answeredInMs))} ms.`,
        ]
      : []),
    ...(free.length ? [`${printedSize(Math.min(...free))} is free on the disk.`] : []),
    ...(files?.isReached
      ? [`Files are in ${files.in === 'bucket' ? 'a bucket' : 'the data folder'}, and can be reached.`]
      : []),
    ...(emails?.isConfigured
      ? [
          `${emails.waiting ? counted(emails.waiting, 'email') : 'No email'} ${emails.waiting > 1 ? 'wait' : 'waits'}; ${emails.lastSentAt ? `the last was sent ${since(emails.lastSentAt, now)} ago` : 'none has been sent yet'}.`,
        ]
      : []),
    ...(copies?.newestGoodAt ? [`The newest tested copy is ${since(copies.newestGoodAt, now)} old.`] : []),
    ...(scanner === 'answers' ? ['The virus scanner answers.'] : []),
  ]
}

const machineOf = (server: string): string => server.split(' ')[0]!
