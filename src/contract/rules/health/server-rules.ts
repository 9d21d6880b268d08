import { MINUTE_MS } from '../text/durations.ts'
import { finding, type Finding, type Rule } from './finding.ts'
import { span } from './words.ts'

// How the journal is run: clocks, processes, settings.

const CLOCK_MS = 2 * MINUTE_MS

export const clock: Rule = (facts) => {
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

export const processes: Rule = ({ processes, settings }) => {
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

export const settings: Rule = ({ settings: { production, publicUrl, rateLimit, secondFactor } }) => {
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
