import { paths } from '../site/paths.ts'
import { counted } from '../text/plain-text.ts'
import { HOUR_MS, MINUTE_MS } from '../text/dates.ts'
import { age, type Finding, finding, LEVELS, printedSize, type Rule, since, span, type HealthFacts } from './facts.ts'
import { BACKGROUND_WORK, type WorkKind } from './job-kinds.ts'
import { backups, database, disk, files, scanner } from './storage-rules.ts'

// What the journal does in the background.

const EMAIL_WAITS_MS = HOUR_MS
const QUEUE_WAITS_MS = 2 * HOUR_MS
const RUN_LASTS_MS = HOUR_MS
const RUN_FAILURES = 3

const emails: Rule = (facts) => {
  const { emails } = facts
  if (!emails) return []
  const { isConfigured, waiting, oldestAt, failing, words, lastSentAt } = emails
  const see = { href: `${paths.adminActivity}?show=emails&state=waiting`, text: 'See the emails' }
  if (!isConfigured) {
    const what = waiting
      ? `Email is not set up, and ${counted(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}.`
      : 'Email is not set up, so nobody receives messages.'
    return finding(
      waiting ? 'now' : 'soon',
      'emails-off',
      what,
      'Ask the person who runs the server to set SMTP_URL to the address of the mail server and to restart the journal.',
      see,
    )
  }
  const last = lastSentAt ? `The last one was sent ${since(lastSentAt, facts.now)} ago.` : 'None has been sent yet.'
  const said = words ? ` The mail server said: “${words}”.` : ''
  if (oldestAt && age(oldestAt, facts) > EMAIL_WAITS_MS) {
    const what = `${counted(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${since(oldestAt, facts.now)}. ${last}${said}`
    return finding(
      'now',
      'emails-waiting',
      what,
      'Check that the mail server in SMTP_URL can be reached and accepts the name and password. One email is tried every three minutes; once that works, all are sent.',
      see,
    )
  }
  if (failing)
    return finding(
      'soon',
      'emails-failing',
      `${counted(failing, 'email')} could not be sent yet. ${last}${said}`,
      'They are tried again automatically. If an address is wrong, ask its owner for the right one.',
      see,
    )
  return []
}

const deposits: Rule = ({ deposits }) => {
  if (!deposits?.unsuccessful) return []
  const { unsuccessful, words } = deposits
  const said = words ? ` The newest reason: “${words}”.` : ''
  return finding(
    'soon',
    'deposits',
    `The metadata of ${counted(unsuccessful, 'article')} could not be registered at Crossref.${said}`,
    'Open the list of deposits, fix what Crossref reports, and send them again.',
    { href: `${paths.adminDeposits}?state=attention`, text: 'See the deposits' },
  )
}

const queues: Rule = (facts) =>
  (facts.queues ?? []).flatMap(({ name, waiting, givenUp, dueSince, reason }) => {
    const work = BACKGROUND_WORK[name]
    // These have rules of their own.
    if (name === 'emails' || name === 'deposits') return []
    const found: Finding[] = []
    if (dueSince && age(dueSince, facts) > QUEUE_WAITS_MS) {
      found.push(
        finding(
          'soon',
          `stuck-${name}`,
          `A background task is stuck: ${work}. ${waiting} wait, the oldest for ${since(dueSince, facts.now)}.${reason ? ` The last attempt failed: ${reason}` : ''}`,
          'Check whether the disk is full; if not, restart the journal, and send what the log says about it to the developers.',
        ),
      )
    }
    if (givenUp)
      found.push(
        finding(
          'advice',
          `given-up-${name}`,
          `${work[0]!.toUpperCase()}${work.slice(1)} failed for ${counted(givenUp, 'item')}, which ${givenUp === 1 ? 'is' : 'are'} not tried again.`,
          'Read the reasons, fix what they name, and try again.',
          { href: `${paths.adminState}#failed-work`, text: 'See what failed' },
        ),
      )
    return found
  })

const work: Rule = (facts) => {
  const seen = new Set<string>()
  return (facts.processes ?? []).flatMap(({ work }) =>
    work.flatMap(({ kind, beganAt, failures }) => {
      const known = BACKGROUND_WORK[kind as WorkKind] as string | undefined
      const lasts = beganAt === null ? 0 : Date.parse(facts.now) - beganAt
      // What may last long, as making a backup, has rules of its own.
      const isBad = failures >= RUN_FAILURES || (known !== undefined && lasts > RUN_LASTS_MS)
      if (!isBad || seen.has(kind)) return []
      seen.add(kind)
      const how = failures >= RUN_FAILURES ? `failed ${failures} times` : `has been running for ${span(lasts)}`
      return finding(
        'soon',
        `work-${kind}`,
        `A background task ${how}: ${known ?? kind}.`,
        'Look in the log for the reason. If this continues, restart the journal.',
      )
    }),
  )
}

// How the journal is run: clocks, processes, settings.

const CLOCK_MS = 2 * MINUTE_MS

const clock: Rule = (facts) => {
  const { clock, processes, now } = facts
  const todo = 'Synchronise the clocks of all machines over the network (systemd-timesyncd or chrony does this).'
  const ahead = Math.max(0, ...(processes ?? []).map(({ clockAheadMs }) => Math.abs(clockAheadMs)))
  if (ahead > CLOCK_MS)
    return finding(
      'now',
      'clock-database',
      `The clocks of the server and of the database differ by ${span(ahead)}. Dates, links and sessions end at wrong times.`,
      todo,
    )
  if (!clock) return []
  const future = clock.newestEntryAt ? Date.parse(clock.newestEntryAt) - Date.parse(now) : 0
  if (future > CLOCK_MS)
    return finding(
      'now',
      'clock-behind',
      `The newest entry of the log is ${span(future)} in the future: check the server’s clock.`,
      todo,
    )
  const jumped = Math.abs(clock.jumpedMs)
  return jumped > CLOCK_MS
    ? finding(
        'soon',
        'clock-jumped',
        `The clock of the server was set ${clock.jumpedMs > 0 ? 'forward' : 'back'} by ${span(jumped)} while the journal ran.`,
        todo,
      )
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
        'This is normal during an upgrade. Afterwards, restart the older ones with the new version.',
      ),
    )
  if (settings.engine === 'sqlite' && servers.size > 1)
    found.push(
      finding(
        'soon',
        'two-servers',
        'Two programs serve the journal from one data folder, each with its own rate limits.',
        'Stop one of them. For more processes on one machine set WEB_CONCURRENCY.',
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
        'Readers’ passwords and sessions travel unencrypted: PUBLIC_URL begins with http.',
        'Put Caddy or nginx with a certificate in front, and set PUBLIC_URL to the https address.',
      ),
    )
  if (!rateLimit)
    found.push(
      finding(
        'soon',
        'rate-limit',
        'Rate limits are off: passwords can be guessed without limit.',
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

const PARTS = {
  clock: 'whether the clocks are right',
  emails: 'how many emails wait',
  backups: 'how old the newest backup is',
  deposits: 'whether deposits have failed',
  queues: 'what work waits in the background',
  processes: 'which processes serve the journal',
} as const

/** What is not known may be wrong. If the database itself does not answer, that is the thing to mend. */
const unknown: Rule = (facts) => {
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((part) => facts[part] === null)
  if (!facts.database || !parts.length) return []
  return finding(
    'soon',
    'unknown',
    `The journal could not find out ${listOf(parts.map((part) => PARTS[part]))}.`,
    'Check again. If this continues, look in the log for the reason, and at the load of the database.',
  )
}

const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const RULES: readonly Rule[] = [
  database,
  unknown,
  disk,
  files,
  clock,
  backups,
  emails,
  scanner,
  work,
  queues,
  deposits,
  processes,
  settings,
]

/** What is wrong, the worst first. */
export function findingsOf(facts: HealthFacts): Finding[] {
  const all = RULES.flatMap((rule) => rule(facts))
  return LEVELS.flatMap((level) => all.filter((finding) => finding.level === level))
}

/** How many findings need an administrator; advice does not. */
export const attentionOf = (findings: readonly Finding[]): number => needing(findings).length

/**
 * What Today says of them, `findings` being sorted: the worst, and always what is wrong with backups, which nobody would
 * miss until all is lost. Deposits have a line of their own there.
 */
export const findingsForToday = (findings: readonly Finding[]): Finding[] =>
  needing(findings)
    .filter(({ id }) => id !== 'deposits')
    .filter(({ id }, at) => at === 0 || id.startsWith('backups-'))

/** Those that need an administrator. */
export const needing = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ level }) => level !== 'advice')

/** The figures of a journal, whether all is well or not, in sentences. */
export function healthSentences(facts: HealthFacts): string[] {
  const { database, emails, backups, processes, files, scanner, version, now } = facts
  const free = (processes ?? []).flatMap(({ freeBytes }) => freeBytes ?? [])
  return [
    `Version ${version}, ${counted((processes ?? []).length || 1, 'process', 'processes')}.`,
    ...(database
      ? [
          `The database (${facts.settings.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}) answered in ${Math.max(1, Math.round(database.answeredInMs))} ms.`,
        ]
      : []),
    ...(free.length ? [`${printedSize(Math.min(...free))} is free on the disk.`] : []),
    ...(files?.isReached ? [`Files: ${files.in === 'bucket' ? 'bucket' : 'data folder'}, readable.`] : []),
    ...(emails?.isConfigured
      ? [
          `${emails.waiting ? counted(emails.waiting, 'email') : 'No emails'} waiting; ${emails.lastSentAt ? `last sent ${since(emails.lastSentAt, now)} ago` : 'none sent yet'}.`,
        ]
      : []),
    ...(backups?.newestGoodAt ? [`The newest tested backup is ${since(backups.newestGoodAt, now)} old.`] : []),
    ...(scanner === 'answers' ? ['The virus scanner answers.'] : []),
  ]
}
