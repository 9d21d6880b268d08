import { counted } from '../text/counted.ts'
import { HOUR_MS } from '../text/durations.ts'
import { paths } from '../site/paths.ts'
import { age, finding, type Finding, type Rule } from './finding.ts'
import { ROUND_NAMES, type RoundName } from './rounds.ts'
import { since, span } from './words.ts'

// What the journal does in the background.

const EMAIL_WAITS_MS = HOUR_MS
const QUEUE_WAITS_MS = 2 * HOUR_MS
const ROUND_LASTS_MS = HOUR_MS
const ROUND_FAILURES = 3

export const emails: Rule = (facts) => {
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

export const deposits: Rule = ({ deposits }) => {
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

export const queues: Rule = (facts) =>
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

export const rounds: Rule = (facts) => {
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
