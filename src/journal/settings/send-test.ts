import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import { EmailFailure } from '../../platform/email/mailer.ts'
import { renderEmail } from '../../platform/email/render.ts'
import type { EmailResources } from '../../platform/email/resources.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId, now } from '../../platform/ids.ts'
import { inTime, TimeLimitError } from '../../platform/time-limit.ts'
import type { SettingsResources } from './open-journal.ts'

export const NO_MAIL_SERVER = 'The journal has no mail server yet, so that nothing could be sent.'
export const UNCONFIRMED = 'Please confirm your email address first: a test goes to nobody else.'
export const TEST_SENT = (address: string): string =>
  `Sent to ${address}. Look for it in the inbox, and in the folder for spam, within some minutes.`

/** People look at the answer. */
const PATIENCE_MS = 20_000

/** Sends an email with made-up people and manuscripts to the one who asks: at once, because they wait for it. */
export async function sendTest(
  {
    textBuilder,
    publicUrl,
    mailer,
    database,
  }: SettingsResources & Pick<EmailResources, 'publicUrl' | 'mailer' | 'database'>,
  kind: EmailKind,
  source: string,
  userId: string,
): Promise<{ message: string }> {
  const { email, email_confirmed_at } = await database.db
    .selectFrom('users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (email_confirmed_at === null) throw new DomainError('conflict', UNCONFIRMED)
  if (!mailer) throw new DomainError('conflict', NO_MAIL_SERVER)
  const template = textBuilder.email(kind, source)
  const { subject, ...rendered } = renderEmail(template, template.example, { publicUrl, at: now() })
  try {
    await inTime(PATIENCE_MS, () =>
      mailer.send({ id: newId(), recipient: email, subject: `Test: ${subject}`, ...rendered }),
    )
  } catch (error) {
    if (error instanceof EmailFailure || error instanceof TimeLimitError)
      throw new DomainError('conflict', `The mail server has not taken it: ${error.message}`)
    throw error
  }
  return { message: TEST_SENT(email) }
}
