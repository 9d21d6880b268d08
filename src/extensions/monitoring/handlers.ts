import type { FailedJob, state } from '../../contract/api/health.ts'
import type { Finding } from '../../contract/rules/health/facts.ts'
import { attentionOf, healthSentences, findingsForToday, findingsOf } from '../../contract/rules/health/findings.ts'
import type { Handlers } from '../../platform/call.ts'
import { JOB_KINDS } from '../../contract/rules/health/job-kinds.ts'
import type { Database, Db } from '../../platform/database/connect.ts'
import { sendEmailsNow } from '../../platform/email/deliver.ts'
import { notFound } from '../../platform/errors.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { loadHealthFacts } from './facts.ts'
import type { MonitoringResources, Operation } from './operation.ts'

/** Every page of the administrators asks; the answer may be so old. */
const ATTENTION_MS = 30_000

const remembered = new WeakMap<Operation, { at: number; findings: Promise<Finding[]> }>()

export const healthHandlers: Handlers<{ state: typeof state }, MonitoringResources>['state'] = {
  get: async (resources) => {
    const facts = await loadHealthFacts(resources)
    const findings = findingsOf(facts)
    remembered.set(resources.operation, { at: performance.now(), findings: Promise.resolve(findings) })
    return {
      ...{ checkedAt: facts.now, findings, figures: healthSentences(facts) },
      failedJobs: await failedJobs(resources.database.db).catch(() => []),
    }
  },

  retryJob: async ({ database }, job) => {
    await retryJob(database, job)
    return { message: 'It is tried again now.' }
  },

  sendEmails: async ({ database }) => {
    await sendEmailsNow(database)
    return { message: 'The emails are being sent now.' }
  },

  attention: async (resources) => {
    const before = remembered.get(resources.operation)
    const isFresh = before !== undefined && performance.now() - before.at < ATTENTION_MS
    const known = isFresh ? before : { at: performance.now(), findings: loadHealthFacts(resources).then(findingsOf) }
    remembered.set(resources.operation, known)
    const findings = await known.findings
    return { count: attentionOf(findings), today: findingsForToday(findings) }
  },
}

const SHOWN = 100

/**
 * The jobs that were given up, the newest first. Only public articles are named: an administrator may be the author of
 * a manuscript, and must not learn from this what its reviewers have sent.
 */
async function failedJobs(db: Db): Promise<FailedJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('article_figures as figure', (on) =>
      on.onRef('figure.file_id', '=', 'jobs.subject').on('jobs.kind', '=', 'pictures'),
    )
    .leftJoin('public_articles as article', (on) =>
      on.on(({ or, eb, ref }) =>
        or([
          eb('article.id', '=', ref('jobs.subject')),
          eb('article.id', '=', ref('figure.article_id')),
          eb('article.image_file_id', '=', ref('jobs.subject')),
        ]),
      ),
    )
    .select(['kind', 'subject', 'error', 'attempts', 'failed_at', 'article.id as article_id', 'article.title'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('subject')
    .limit(SHOWN)
    .execute()
  return rows.map(({ kind, subject, error, attempts, failed_at, article_id, title }) => ({
    ...{ kind, subject, what: JOB_KINDS[kind], attempts, failedAt: failed_at! },
    article: article_id === null || title === null ? null : { id: article_id, title },
    reason: error ?? '',
  }))
}

/** Has a job that was given up tried again. Twice is no error; what nobody knows is. */
async function retryJob(database: Database, { kind, subject }: Pick<FailedJob, 'kind' | 'subject'>): Promise<void> {
  await database.transaction(async (tx) => {
    const job = await tx
      .selectFrom('jobs')
      .select('failed_at')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst()
    if (!job) throw notFound('Work')
    if (job.failed_at !== null) await enqueueJob(tx, kind, subject)
  })
}
