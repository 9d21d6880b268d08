import type { PublicationPlan, publishedReviews } from '../../../contract/api/published-reviews.ts'
import { accessRefusal } from '../../../contract/rules/accounts/access.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { reviewTitle } from '../../../contract/rules/peer-review/published-reviews.ts'
import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { DomainError, notFound, refuse } from '../../../platform/errors.ts'
import { findArticle } from '../../publication/articles/queries.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { isPublic } from '../../publication/articles/transitions.ts'
import { lockCaseForEditor, requireEditor } from '../cases/relation.ts'
import { planPublication } from './plan.ts'
import { addReviews } from './publish.ts'
import { answersInWords, readPublishedReviews, speaksFor } from './read.ts'

const NOT_PUBLIC = 'The article is not published. Its reviews are published with it.'

export const publishedReviewHandlers: Handlers<{
  publishedReviews: typeof publishedReviews
}>['publishedReviews'] = {
  list: ({ database }, { id }) => readPublishedReviews(database.db, id),

  plan: async ({ database: { db }, caller }, { id }) => {
    await requireEditor(db, caller, id)
    return planForEditor(db, id)
  },

  add: async ({ database, caller }, { id, digest }) => {
    await database.transaction(async (tx) => {
      const { article } = await lockCaseForEditor(tx, caller, id)
      // Guest editors decide; publishing is for the editors of the journal.
      refuse(accessRefusal('administrators', caller))
      if (!isPublic(article) || article.standing === 'removed') throw new DomainError('conflict', NOT_PUBLIC)
      await addReviews(tx, caller, article, digest)
    })
    return { message: 'Reviews published' }
  },
}

/** The plan as its editors read it: in the words and the order of the page. */
async function planForEditor(db: Db, id: string): Promise<PublicationPlan> {
  const loaded = await findArticle(db, id)
  if (!loaded) throw notFound('Manuscript')
  const plan = await planPublication(db, id)
  const ids = <T>(of: (item: (typeof plan.items)[number]) => T | null) => [...new Set(plan.items.flatMap(of))] as T[]
  const [reports, decisions] = [ids(({ reportId }) => reportId), ids(({ decisionId }) => decisionId)]
  const forms = reports.length
    ? await db.selectFrom('review_reports').select(['id', 'form', 'answers']).where('id', 'in', reports).execute()
    : []
  const decided = decisions.length
    ? await db
        .selectFrom('decisions')
        .innerJoin('users', 'users.id', 'decisions.decided_by')
        .select(['decisions.id', 'decided_at', 'full_name', 'deleted_at'])
        .where('decisions.id', 'in', decisions)
        .execute()
    : []
  const reviewers = await db
    .selectFrom('reviewers')
    .select(['id', 'full_name', 'affiliation'])
    .where('id', 'in', ['', ...ids(({ reviewerId }) => reviewerId)])
    .execute()
  const { title, abstract } = loaded.row
  const authors = speaksFor(presentPublicArticle(loaded))
  const signedBy = ({ kind, isSigned, reviewerId, decisionId }: (typeof plan.items)[number]) => {
    if (kind === 'reply') return authors === null ? null : { name: authors, affiliation: null }
    if (kind === 'report') {
      const reviewer = reviewers.find((one) => one.id === reviewerId)
      return isSigned && reviewer ? { name: reviewer.full_name, affiliation: reviewer.affiliation || null } : null
    }
    const editor = decided.find((one) => one.id === decisionId)
    return editor && editor.deleted_at === null ? { name: editor.full_name, affiliation: null } : null
  }
  return {
    isPublished: isPublic(loaded.row),
    answer: plan.answer,
    rounds: [...Map.groupBy(plan.items, ({ round }) => round)].map(([number, items]) => ({
      number,
      decidedOn: dayOf(decided.find((one) => one.id === items[0]!.decisionId)?.decided_at ?? loaded.row.updated_at),
      texts: items.map((item) => {
        const asked = forms.find((one) => one.id === item.reportId)
        return {
          ...{ kind: item.kind, label: item.label, decision: item.decision, text: item.text },
          title: reviewTitle(item),
          answers: answersInWords(asked?.form ?? null, asked?.answers ?? null),
          signedBy: signedBy(item),
        }
      }),
    })),
    heldBack: plan.heldBack.map(({ round, why, ...of }) => ({ title: reviewTitle(of), round, why })),
    published: plan.published.length,
    latinNames: latinNames(title, abstract),
    digest: plan.digest,
  }
}
