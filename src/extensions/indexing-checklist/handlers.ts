import { type ArticleReadiness, ARTICLES_LOOKED_AT, type readiness } from '../../contract/api/indexing-checklist.ts'
import { accessRefusal } from '../../contract/rules/accounts/access.ts'
import { pageMeta } from '../../contract/rules/site/page-numbers.ts'
import { ARTICLE_RULES, RULES_BEFORE_APPROVAL } from '../../contract/rules/articles/indexing-checklist/article-rules.ts'
import { JOURNAL_RULES } from '../../contract/rules/articles/indexing-checklist/journal-rules.ts'
import { judged } from '../../contract/rules/articles/indexing-checklist/rules.ts'
import { countPublic } from '../../journal/publication/articles/queries.ts'
import type { Handlers } from '../../platform/call.ts'
import { doiFor } from '../../journal/publication/dois/mint-doi.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { actingOn } from '../../journal/peer-review/recusal.ts'
import { loadFacts, listFacts, type FactsRow } from './article-facts.ts'
import { journalFacts, type ChecklistResources } from './journal-facts.ts'

export const indexingChecklistHandlers: Handlers<{ readiness: typeof readiness }, ChecklistResources>['readiness'] = {
  journal: async (resources) => judged(JOURNAL_RULES, await journalFacts(resources, resources.caller)),

  articles: async ({ database }, { show, page, limit }) => {
    const { rows, total } = await listFacts(database.db, { attention: show === 'attention', page, limit })
    return {
      data: rows.map(present),
      meta: pageMeta(page, limit, total),
      limited: (await countPublic(database.db)) > ARTICLES_LOOKED_AT,
    }
  },

  beforeApproval: async ({ database: { db }, caller }, { id, volumeId, issue }) => {
    const facts = await loadFacts(db, id)
    if (!facts) throw notFound('Post')
    refuse(accessRefusal('administrators', await actingOn(db, caller, id)))
    const article = await db
      .selectFrom('articles')
      .select(['id', 'doi', 'origin', 'source_journal'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const value = await doiFor(db, article, { volumeId: volumeId ?? null, issue, at: now() })
    return {
      doi: value === null ? null : { value, isNew: article.doi === null },
      checks: judged(RULES_BEFORE_APPROVAL, facts).filter(({ verdict }) => verdict !== 'holds'),
    }
  },
}

const present = (facts: FactsRow): ArticleReadiness => {
  const checks = judged(ARTICLE_RULES, facts)
  const failing = checks.filter(({ verdict }) => verdict !== 'holds')
  return {
    id: facts.id,
    title: facts.title,
    doi: facts.doi,
    publishedAt: facts.publishedAt,
    canDeposit: facts.canDeposit,
    holding: checks.length - failing.length,
    checks: failing,
  }
}
