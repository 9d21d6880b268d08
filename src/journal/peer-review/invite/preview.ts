import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import type { Caller } from '../../../platform/call.ts'
import { emailFacts } from '../cases/email-facts.ts'
import { caseForEditor } from '../cases/relation.ts'
import { notFound } from '../../../platform/errors.ts'
import { renderEmail, templateOf } from '../../../platform/email/render.ts'
import { now } from '../../../platform/ids.ts'
import { readPeople, type Named } from './people.ts'
import type { InviteResources } from './resources.ts'
import { readRounds, requireInvitable } from './round.ts'

interface Previewed extends Named {
  id: string
  message: string | null
  replyDays: number
  reportDays: number
}

/** The email that one person would get now; the secret link is made when it is sent. */
export async function previewInvitation(
  { database: { db }, emailTemplates, publicUrl }: InviteResources,
  caller: Caller,
  { id, message, replyDays, reportDays, ...named }: Previewed,
): Promise<{ to: string; subject: string; text: string }> {
  const { stage } = await caseForEditor(db, caller, id)
  requireInvitable(stage)
  const { people } = await readPeople(db, id, { named: [named], callerId: caller.userId })
  const { fullName, email } = people[0]!
  const facts = await emailFacts(db, { articleId: id }, { recipient: email })
  if (!facts) throw notFound('Manuscript')
  const at = now()
  const { number } = await readRounds(db, id)
  const kind: EmailKind = number > 1 ? 'reviewer-second-round' : 'reviewer-invitation'
  // What the template says of an assignment, before there is one.
  const assignment = {
    ...{ email, message, reply_days: replyDays, report_days: reportDays },
    ...{ invited_at: at, reply_due_on: addDays(dayOf(at), replyDays) },
  }
  const about = { articleId: id, ...facts, name: fullName, assignment }
  const { subject, text } = renderEmail(templateOf(emailTemplates, kind), about, { publicUrl, at })
  return { to: email, subject, text }
}
