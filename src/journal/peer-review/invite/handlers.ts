import { publicationPolicy } from '../../../contract/rules/peer-review/published-reviews.ts'
import type { invitations } from '../../../contract/api/invitations.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { isLive } from '../../../contract/rules/peer-review/stages.ts'
import { domainOf } from '../../../contract/rules/people/email-domains.ts'
import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import { type Db, retrying } from '../../../platform/database/connect.ts'
import { renderEmail, templateOf } from '../../../platform/email/render.ts'
import type { EmailResources } from '../../../platform/email/resources.ts'
import { notFound } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { emailFacts, loadEditorName } from '../cases/email-facts.ts'
import { caseForEditor } from '../cases/relation.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { REVIEWER_INDEXES } from '../reviewers/commands.ts'
import type { ReviewerResources } from '../resources.ts'
import { loadSuggestions } from '../reviewers/suggestions.ts'
import { listCandidates } from './candidates.ts'
import { type Cautions, cautionsAbout } from './cautions.ts'
import { invite, tryAgainIfAdded, partInWords, partOf, requireInvitable, toRounds } from './invite.ts'
import { type Named, readPeople, recognise, type Recognised, reviewersBy } from './people.ts'

/** The handlers of inviting reviewers. */
export const invitationHandlers: Handlers<{ invitations: typeof invitations }, InviteResources>['invitations'] = {
  candidates: ({ database, caller, addressHashes }, input) => listCandidates(database.db, caller, addressHashes, input),

  conflicts: ({ database, caller, addressHashes }, typed) =>
    conflictsWhileTyping(database.db, caller, addressHashes, typed),

  preview: (resources, input) => previewInvitation(resources, resources.caller, input),

  invite: ({ database, caller, addressHashes }, invitation) =>
    tryAgainIfAdded(() =>
      retrying(REVIEWER_INDEXES, () => database.transaction((tx) => invite(tx, caller, addressHashes, invitation))),
    ),
}

interface Previewed extends Named {
  id: string
  message: string | null
  replyDays: number
  reportDays: number
}

/** The email that one person would get now; the secret link is made when it is sent. */
async function previewInvitation(
  { database: { db }, emailTemplates, publicUrl }: InviteResources,
  caller: Caller,
  { id, message, replyDays, reportDays, ...named }: Previewed,
): Promise<{ to: string; subject: string; text: string }> {
  const loaded = await caseForEditor(db, caller, id)
  requireInvitable(loaded)
  const { people } = await readPeople(db, id, { named: [named], callerId: caller.userId })
  const { fullName, email } = people[0]!
  const facts = await emailFacts(db, { articleId: id }, { recipient: email })
  if (!facts) throw notFound('Manuscript')
  const at = now()
  const { number } = toRounds(loaded)
  const kind: EmailKind = number > 1 ? 'reviewer-second-round' : 'reviewer-invitation'
  // What the template says of an assignment, before there is one.
  const earlier = named.reviewerId
    ? await db
        .selectFrom('review_assignments')
        .select('label')
        .where('article_id', '=', id)
        .where('reviewer_id', '=', named.reviewerId)
        .executeTakeFirst()
    : undefined
  const assignment = {
    label: earlier?.label ?? '',
    ...{ email, message, reply_days: replyDays, report_days: reportDays },
    ...{ invited_at: at, reply_due_on: addDays(dayOf(at), replyDays), publication: publicationPolicy() },
  }
  // Who invites handles the manuscript from then on, unless another editor does.
  const editor = facts.editor ?? (await loadEditorName(db, { article_id: id, editor_id: caller.userId }))
  const about = { articleId: id, ...facts, editor, name: fullName, assignment }
  const { subject, text } = renderEmail(templateOf(emailTemplates, kind), about, { publicUrl, at })
  return { to: email, subject, text }
}

interface InviteResources extends EmailResources, ReviewerResources {}

interface Typed {
  id: string
  fullName: string
  email: string
  affiliation: string
  orcid: string | null
}

/** What speaks against inviting someone whose name and address an editor is typing. */
async function conflictsWhileTyping(
  db: Db,
  caller: Caller,
  hashes: AddressHashes,
  { id, email: typed, ...person }: Typed,
): Promise<Cautions & { known: { reviewerId: string; fullName: string; by: Recognised['by'] } | null }> {
  const loaded = await caseForEditor(db, caller, id)
  const email = domainOf(typed) === null ? null : typed.toLowerCase()
  const emails = email === null ? [] : [email]
  const [recognised] = await recognise(db, [{ email, orcid: person.orcid }], caller.userId)
  const found = recognised?.isHidden ? null : recognised
  const known = found ? (await reviewersBy(db, [found.reviewerId])).get(found.reviewerId) : undefined
  const nobody = { reviewerId: null, userId: null, awayUntil: null, doNotAskAt: null, emails }
  // Of a known reviewer more is compared than what has been typed.
  const compared = known ?? { ...nobody, ...person }
  const suggestions = await loadSuggestions(db, [id])
  const [cautions] = await cautionsAbout(db, id, [compared], {
    ...{ suggestions, hashes, callerId: caller.userId },
    isSample: loaded.theCase.is_sample === 1,
  })
  const part = known && partOf(toRounds(loaded).current, known.reviewerId)
  return {
    ...cautions!,
    ...(part && isLive(part.state) ? { whyNot: `${partInWords(part)}.` } : {}),
    known: found && known ? { reviewerId: found.reviewerId, fullName: known.fullName, by: found.by } : null,
  }
}
