import type { FastifyInstance } from 'fastify'
import { journal } from '../../../contract/journal.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { ReviewerActor } from '../../../contract/rules/peer-review/review-link.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import type { FileLinks } from '../../publication/files/file-links.ts'
import { contentDisposition } from '../../publication/files/names.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { FILE_POLICY } from '../../publication/files/serve-files.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { calendarFile } from '../cases/calendar-file.ts'
import { loadReview } from './open-review.ts'

const CERTIFICATE = 'certificate.pdf'
const CALENDAR = 'report-due.ics'

interface Download {
  type: string
  content: Uint8Array | string
}

/** What each address is made for: the reviewer, or a co-reviewer, of one assignment. */
const subjectOf = (name: string, assignmentId: string, coReviewerId: string) =>
  `review ${name} ${assignmentId} ${coReviewerId}`

async function urlFor(links: FileLinks, name: string, { assignmentId, coReviewerId }: ReviewerActor): Promise<string> {
  const who = coReviewerId ?? 'reviewer'
  return `/review-files/${assignmentId}/${who}/${name}?key=${await links.make(subjectOf(name, assignmentId, who))}`
}

/** The address of a certificate, for those whose report has been sent. */
export async function certificateUrl(db: Db, links: FileLinks, caller: ReviewerActor): Promise<string> {
  await certified(db, caller)
  return urlFor(links, CERTIFICATE, caller)
}

/** The address of a calendar file with the day on which the report is due. */
export async function calendarUrl(db: Db, links: FileLinks, caller: ReviewerActor): Promise<string> {
  await due(db, caller)
  return urlFor(links, CALENDAR, caller)
}

/** Who has reported, and when. */
async function certified(db: Db, caller: ReviewerActor): Promise<{ reviewer: string; on: string }> {
  const { assignment, reviewer, coReviewer } = await loadReview(db, caller)
  const first = await db
    .selectFrom('review_reports')
    .select('submitted_at')
    .where('assignment_id', '=', assignment.id)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst()
  const tookPart = coReviewer === null || coReviewer.state === 'confirmed'
  if (!first || !tookPart) throw new DomainError('conflict', 'The certificate is ready once the report has been sent.')
  return { reviewer: coReviewer?.full_name ?? reviewer.full_name, on: first.submitted_at }
}

async function due(db: Db, caller: ReviewerActor) {
  const { assignment, article } = await loadReview(db, caller)
  if (assignment.state !== 'agreed' || assignment.due_on === null) {
    throw new DomainError('conflict', 'No report is due, so there is no date to add to a calendar.')
  }
  return { id: assignment.id, due: assignment.due_on, title: article.title, at: assignment.replied_at! }
}

const MAKE: Record<string, (db: Db, caller: ReviewerActor) => Promise<Download>> = {
  [CERTIFICATE]: async (db, caller) => {
    // Setting a page takes a library that little else needs: it is loaded with the first certificate.
    const { reviewCertificate } = await import('../../documents/typesetting/certificate.ts')
    return { type: 'application/pdf', content: await reviewCertificate(await certified(db, caller)) }
  },
  [CALENDAR]: async (db, caller) => {
    const { id, title, ...date } = await due(db, caller)
    return {
      type: 'text/calendar; charset=utf-8',
      content: calendarFile({
        uid: `review-${id}@${journal().abbreviation.toLowerCase()}`,
        title: `Report due: ${journal().abbreviation}`,
        description: `Your report on “${plainTitle(title)}”. The link in our email opens the manuscript and the form.`,
        ...date,
      }),
    }
  },
}

/** What reviewers take with them, by addresses that work for five minutes. Reading one changes nothing. */
export function mountReviewFiles(
  app: FastifyInstance,
  { database, fileLinks }: Pick<FileResources, 'database' | 'fileLinks'>,
  rates: RateLimits,
): void {
  const config = limited(rates, 'writing', 'review files')
  app.get<{ Params: { id: string; who: string; name: string }; Querystring: { key?: unknown } }>(
    '/review-files/:id/:who/:name',
    { config },
    async ({ params: { id, who, name }, query: { key } }, reply) => {
      const make = Object.hasOwn(MAKE, name) ? MAKE[name] : undefined
      const isOpen = typeof key === 'string' && (await fileLinks.opens(subjectOf(name, id, who), key))
      if (!make || !isOpen) throw notFound('File')
      const { type, content } = await make(database.db, {
        assignmentId: id,
        coReviewerId: who === 'reviewer' ? null : who,
      })
      void reply.headers({
        'content-type': type,
        'content-disposition': contentDisposition('attachment', name),
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-store',
      })
      return reply.send(Buffer.from(content))
    },
  )
}
