import {
  AUTHOR_LINK_DAYS,
  AUTHOR_LINK_EXPIRED,
  AUTHOR_LINK_NEEDED,
  AUTHOR_SCHEME,
} from '../../../contract/rules/peer-review/author-link.ts'
import { paths, UNFOLLOW_SECRET } from '../../../contract/rules/site/paths.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import type { AskedCaller, AuthorCaller, FollowerCaller, RequesterCaller } from '../../../platform/call.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import type { PersonLinkPurpose, ReviewTables } from '../../../platform/database/review-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { hashOfSecret, newSecret, now } from '../../../platform/ids.ts'

/** Where a link leads, up to its secret: in the fragment, but where programs for email send it themselves (RFC 8058). */
const PAGES: Record<PersonLinkPurpose, string> = {
  ...{ authorship: `${paths.authorship}#`, notice: `${paths.noticeAnswer}#`, report: `${paths.report}#` },
  ...{ follow: `${paths.following}#`, unfollow: `${paths.unfollow}?${UNFOLLOW_SECRET}=` },
}

interface LinkFor {
  purpose: PersonLinkPurpose
  /** What it is about: for authorship the article, else the notice, the request or what is followed. */
  subjectId: string
  email: string
}

/**
 * Makes a link for someone without an account. It works many times, for one subject and one address, and only its hash
 * is stored. Returns its address.
 */
export async function makePersonLink(
  tx: Tx,
  publicUrl: string,
  { purpose, subjectId, email }: LinkFor,
  at = new Date(),
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('person_links')
    .values({
      ...{ token_hash: hashOfSecret(token), purpose, subject_id: subjectId, email: email.toLowerCase() },
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + AUTHOR_LINK_DAYS * DAY_MS).toISOString(),
      revoked_at: null,
    })
    .execute()
  return `${publicUrl}${PAGES[purpose]}${token}`
}

/** The link of a secret, also one that has expired or was revoked; undefined if there never was one. */
export const findPersonLink = (db: Db, secret: string): Promise<ReviewTables['person_links'] | undefined> =>
  db.selectFrom('person_links').selectAll().where('token_hash', '=', hashOfSecret(secret)).executeTakeFirst()

/** So long after its end a link can still be exchanged for a new one. */
const EXCHANGED_DAYS = 90

/** Removes links that ended long ago. Returns how many. */
export async function sweepPersonLinks({ db }: Database): Promise<number> {
  const before = new Date(Date.now() - EXCHANGED_DAYS * DAY_MS).toISOString()
  const { numDeletedRows } = await db.deleteFrom('person_links').where('expires_at', '<=', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Identifies the sender of a request by the link of a named author; throws if it is unknown, revoked or expired. */
export async function loadNamedAuthor(db: Db, authorization: string | undefined): Promise<AuthorCaller> {
  const { subject_id, email } = await workingLink(db, authorization, 'authorship')
  return { articleId: subject_id, email }
}

/** The same by the link of an author who is asked about a notice. */
export async function loadAskedAuthor(db: Db, authorization: string | undefined): Promise<AskedCaller> {
  const { subject_id, email } = await workingLink(db, authorization, 'notice')
  return { noticeId: subject_id, email }
}

/** The same by the link of someone who has reported a problem. */
export async function loadRequester(db: Db, authorization: string | undefined): Promise<RequesterCaller> {
  const { subject_id, email } = await workingLink(db, authorization, 'report')
  return { requestId: subject_id, email }
}

/** The same by the link of someone who follows an article or the journal. */
export async function loadFollower(db: Db, authorization: string | undefined): Promise<FollowerCaller> {
  const { subject_id, email } = await workingLink(db, authorization, 'follow')
  return { followId: subject_id, email }
}

async function workingLink(db: Db, authorization: string | undefined, purpose: PersonLinkPurpose) {
  const [scheme, secret] = authorization?.split(' ') ?? []
  const isLink = scheme?.toLowerCase() === AUTHOR_SCHEME.toLowerCase() && secret
  const link = isLink ? await findPersonLink(db, secret) : undefined
  // The secret of another kind of link opens nothing here.
  if (link?.purpose !== purpose || link.revoked_at !== null)
    throw new DomainError('unauthenticated', AUTHOR_LINK_NEEDED)
  if (link.expires_at <= now()) throw new DomainError('unauthenticated', AUTHOR_LINK_EXPIRED)
  return link
}
