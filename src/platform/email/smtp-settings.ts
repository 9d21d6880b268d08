/** The mail server, as `SMTP_URL` names it. */
export interface SmtpSettings {
  host: string
  port: number
  /** Null without sign-in. */
  login: { user: string; pass: string } | null
  /**
   * tls: from the first byte. starttls: nothing is sent before STARTTLS. off: never, by the operator's choice. own
   * machine: as the server offers it, without a look at its certificate, because nobody can listen on the way.
   */
  encryption: 'tls' | 'starttls' | 'off' | 'own machine'
  /** Time limits in milliseconds that replace the mailer's own, by name. */
  patience: Record<string, number>
}

const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const TIME_LIMITS = ['dnsTimeout', 'connectionTimeout', 'greetingTimeout', 'socketTimeout', 'socketCloseTimeout']

/** What is wrong with an `SMTP_URL`, as the rest of a sentence that begins with its name; null if nothing is. */
export function smtpFault(smtpUrl: string): string | null {
  const url = new URL(smtpUrl)
  const tls = url.searchParams.get('tls')
  // Whatever is misspelt here must not end in emails that are sent in clear.
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls' && !TIME_LIMITS.includes(name))
  if (unknown !== undefined) return `must not have the option ${unknown}: there are tls, ${TIME_LIMITS.join(', ')}`
  if (TIME_LIMITS.some((name) => !/^\d{1,7}$/.test(url.searchParams.get(name) ?? '0'))) {
    return 'must give time limits in milliseconds, such as socketTimeout=60000'
  }
  if ((url.username === '') !== (url.password === '')) return 'must have both a name and a password, or neither'
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return 'must have special characters of the password in their encoded form, such as %25 for % and %40 for @'
  }
  if (tls === null) return null
  if (tls !== 'off') return 'must have tls=off or no tls at all: with none, everything is encrypted'
  if (url.protocol === 'smtps:') return 'must not have tls=off with smtps, which means encrypted'
  return url.username === '' ? null : 'must not have tls=off with a password, which would be sent unencrypted'
}

/** Reads an `SMTP_URL` that has no fault. */
export function readSmtpUrl(smtpUrl: string): SmtpSettings {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    encryption: secure
      ? 'tls'
      : searchParams.has('tls')
        ? 'off'
        : OWN_MACHINE.test(hostname)
          ? 'own machine'
          : 'starttls',
    patience: Object.fromEntries(
      TIME_LIMITS.filter((name) => searchParams.has(name)).map((name) => [name, Number(searchParams.get(name))]),
    ),
  }
}
