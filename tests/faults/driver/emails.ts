import type { SmtpServer } from '../../support/smtp-server.ts'

/**
 * Emails that people got twice. One that was sent and not marked as sent, because the process died in between, comes
 * again under the same Message-ID, by which mail programs know it: those are counted apart.
 */
export function emailsSentTwice({ received }: SmtpServer): { twice: string[]; again: number } {
  const ids = new Map<string, Set<string>>()
  for (const email of received) {
    const words = `${email.to.join()} ${email.subject} ${email.text.replace(/https?:\S+/g, '')}`
    ids.set(words, (ids.get(words) ?? new Set()).add(email.header('message-id') ?? ''))
  }
  const all = new Set([...ids.values()].flatMap((same) => [...same]))
  const twice = [...ids].filter(([, same]) => same.size > 1).map(([words]) => `an email: ${words.slice(0, 150)}`)
  return { twice, again: received.length - all.size }
}
