import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aReviewer, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { ReviewerCandidate } from '../../../contract/api/invitations.ts'
import { newId } from '../../../platform/ids.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { rememberNeverToAsk } from './address-hashes.ts'
import { rankCandidates, NO_HISTORY, type HistoryOf } from './candidates.ts'
import { saveReviewerWords } from './words.ts'

/** However many reviewers and articles there are, one of them for the history. */
const QUERIES = 19

describe('candidates for a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const nobodyAsked: HistoryOf = () => Promise.resolve(new Map())
    const rank = (id: string, { q, historyOf = nobodyAsked }: { q?: string; historyOf?: HistoryOf } = {}) =>
      rankCandidates(journal.database.db, id, { q, historyOf, addressHashes: journal.resources.addressHashes })
    const names = (ranked: ReviewerCandidate[]) => ranked.map(({ fullName }) => fullName)
    const named = (ranked: ReviewerCandidate[], fullName: string) => ranked.find((one) => one.fullName === fullName)!

    test('are listed with reasons, the right ones first, authors and the opposed last', async () => {
      const category = await aCategory(journal.database)
      const { id } = await anArticle(journal.database, {
        state: 'pending',
        category,
        title: 'Seed rain of <i>Prosopis</i> in drylands',
        keywords: 'seed rain, Prosopis, desert ecology',
        contributors: [
          { full_name: 'Nasreen Baloch', email: 'nasreen@bzu.edu.pk', affiliation: 'Bahauddin Zakariya University' },
        ],
      })
      await anArticle(journal.database, {
        category,
        title: 'Dispersal of Prosopis seeds',
        keywords: 'prosopis, dispersal',
        published_at: '2024-02-02T00:00:00.000Z',
        contributors: [
          { full_name: 'Related Author', email: 'related@usp.test', affiliation: 'USP' },
          { full_name: 'Known Reviewer', email: 'KNOWN@kew.test' },
          { full_name: 'No Address', email: '' },
        ],
      })
      await anArticle(journal.database, {
        title: 'Orchids of the Andes',
        keywords: 'orchids',
        contributors: [{ full_name: 'Far Away', email: 'far@andes.test' }],
      })
      const experienced = await aReviewer(journal.database, {
        fullName: 'Experienced Expert',
        expertise: 'desert ecology, seed banks',
      })
      await aReviewer(journal.database, {
        fullName: 'Known Reviewer',
        emails: ['known@kew.test'],
        expertise: 'dispersal',
      })
      await aReviewer(journal.database, { fullName: 'Other Topic', expertise: 'algae' })
      await aReviewer(journal.database, {
        fullName: 'Away Expert',
        expertise: 'desert ecology',
        awayUntil: '2999-01-01',
      })
      await aReviewer(journal.database, {
        fullName: 'Nasreen Self',
        emails: ['nasreen@bzu.edu.pk'],
        expertise: 'Prosopis',
      })
      await aReviewer(journal.database, {
        fullName: 'Opposed Expert',
        emails: ['opposed@x.test'],
        expertise: 'desert ecology',
      })
      await aReviewer(journal.database, {
        fullName: 'Same Place',
        affiliation: 'Bahauddin Zakariya University',
        expertise: 'desert ecology',
      })
      const never = await aReviewer(journal.database, { fullName: 'Never Again', expertise: 'desert ecology' })
      await journal.put(`/reviewers/${never.id}/never-ask`, { neverAsk: true }, { as: admin })
      const suggestion = {
        article_id: id,
        affiliation: 'Kew',
        source: 'author',
        created_at: '2026-01-01T00:00:00.000Z',
      } as const
      await journal.database.db
        .insertInto('reviewer_suggestions')
        .values([
          {
            ...suggestion,
            id: newId(),
            position: 0,
            kind: 'suggest',
            full_name: 'Sug Gested',
            email: 'sug@x.test',
            reason: 'Knows Prosopis',
          },
          {
            ...suggestion,
            id: newId(),
            position: 1,
            kind: 'suggest',
            full_name: 'Erased Long Ago',
            email: 'erased@x.test',
            reason: '',
          },
          {
            ...suggestion,
            id: newId(),
            position: 2,
            kind: 'oppose',
            full_name: 'O. Expert',
            email: 'opposed@x.test',
            reason: 'Competes with us',
          },
        ])
        .execute()
      await journal.database.transaction((tx) =>
        rememberNeverToAsk(tx, journal.resources.addressHashes, ['erased@x.test']),
      )

      const historyOf: HistoryOf = () =>
        Promise.resolve(
          new Map([[experienced.id, { open: 1, lastAskedOn: '2026-05-03', reports: 3, onTime: 2, replyDays: 2.2 }]]),
        )
      const ranked = await rank(id, { historyOf })
      expect(names(ranked)).not.toContain('No Address')
      expect(names(ranked)).not.toContain('Far Away')
      expect(names(ranked)).not.toContain('Erased Long Ago')
      expect(named(ranked, 'Experienced Expert')).toMatchObject({
        reasons: ['Has reviewed 3 manuscripts for this journal', 'Expertise: desert ecology, seed banks'],
        load: ['1 open invitation', 'Last invited on May 3, 2026', 'Usually replies in 2 days', '3 reports, 2 on time'],
        whyNot: null,
      })
      expect(named(ranked, 'Related Author')).toMatchObject({
        ...{ reviewerId: null, email: 'related@usp.test', affiliation: 'USP', load: [] },
        reasons: ['Author of “Dispersal of Prosopis seeds”, 2024'],
      })
      // One person, although the address is written in another letter case there.
      expect(names(ranked).filter((name) => name === 'Known Reviewer')).toHaveLength(1)
      expect(named(ranked, 'Known Reviewer').reasons).toEqual(['Author of “Dispersal of Prosopis seeds”, 2024'])
      expect(named(ranked, 'Sug Gested')).toMatchObject({
        ...{ suggestedByAuthors: true, email: 'sug@x.test', reasons: ['Suggested by the authors: Knows Prosopis'] },
      })
      // Only those who share a topic are put on standby by the journal.
      const onTopic = ['Experienced Expert', 'Related Author', 'Known Reviewer', 'Sug Gested', 'Other Topic']
      expect(names(ranked.filter((one) => one.isOnTopic && onTopic.includes(one.fullName))).toSorted()).toEqual([
        ...['Experienced Expert', 'Known Reviewer', 'Related Author'],
      ])
      expect(named(ranked, 'Opposed Expert').opposed).toBe('Competes with us')
      expect(named(ranked, 'Nasreen Self').whyNot).toBe('Has the same email address as the author Nasreen Baloch')
      expect(names(ranked).slice(0, 2).sort()).toEqual(['Experienced Expert', 'Known Reviewer'])
      expect(names(ranked).slice(-5)).toEqual([
        'Away Expert',
        'Same Place',
        'Opposed Expert',
        'Nasreen Self',
        'Never Again',
      ])
      expect(named(ranked, 'Same Place').findings[0]!.sentence).toBe('Same university as Nasreen Baloch')
      expect(names(await rank(id, { q: 'gest' }))).toEqual(['Sug Gested'])
      expect(names(await rank(id, { q: 'alg oth' }))).toEqual(['Other Topic'])
      await expect(rank('none')).rejects.toThrow('Post not found')
    })

    test('among 2,000 reviewers and 3,000 articles take as many queries as among few, each by an index', async () => {
      const { database } = journal
      const few = await anArticle(database, { state: 'pending', keywords: 'stomata, drought', title: 'Stomata' })
      const watched = async (id: string) =>
        watchQueries(database, ({ db }) =>
          rankCandidates(db, id, {
            historyOf: async (inner, ids) => {
              await inner.selectFrom('reviewers').select('id').where('id', 'in', ids).execute()
              return new Map([[ids[0]!, NO_HISTORY]])
            },
            addressHashes: journal.resources.addressHashes,
          }),
        )
      await aReviewer(database, { expertise: 'drought' })
      await anArticle(database, {
        title: 'Stomata in drought',
        contributors: [{ full_name: 'A B', email: 'ab@x.test' }],
      })
      // Few of them: some queries have nothing to ask.
      expect((await watched(few.id)).length).toBeGreaterThanOrEqual(QUERIES - 2)
      await many(journal)
      const queries = await watched(few.id)
      expect(queries).toHaveLength(QUERIES)
      const ranked = await rank(few.id)
      expect(ranked).toHaveLength(100)
      expect(ranked[0]!.reasons.length).toBeGreaterThan(0)
      for (const query of queries.filter(({ sql }) =>
        /from "contributors"|"reviewer_suggestions"|"article_heads"/.test(sql),
      )) {
        const plan = (await planOf(database, query, [])).join('\n')
        expect(plan, query.sql).not.toMatch(
          /SCAN (?:contributors|articles|reviewer_suggestions)\b|Seq Scan on (?:contributors|articles|reviewer_suggestions)\b/,
        )
      }
    })
  })
})

/** 2,000 reviewers and 3,000 published articles with three authors each. */
async function many({ database }: TestJournal): Promise<void> {
  const category = await aCategory(database)
  const sample = await anArticle(database, { category })
  const at = new Date().toISOString()
  const topics = ['drought', 'stomata', 'mosses', 'roots', 'algae', 'ferns', 'seeds']
  const topic = (number: number) => topics[number % topics.length]!
  const inParts = async <T>(rows: T[], write: (some: T[]) => Promise<unknown>) => {
    for (let from = 0; from < rows.length; from += 500) await write(rows.slice(from, from + 500))
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
  await database.transaction(async (tx) => {
    const reviewers = numbers(2_000).map((number) => ({
      ...{ id: newId(), full_name: `Reviewer ${number}`, affiliation: `University ${number % 90}`, orcid: null },
      ...{ expertise: `${topic(number)}, ${topic(number + 2)}`, user_id: null, away_until: null, do_not_ask_at: null },
      ...{ erased_at: null, created_at: at, updated_at: at },
    }))
    await inParts(reviewers, (some) => tx.insertInto('reviewers').values(some).execute())
    await inParts(reviewers, (some) =>
      tx
        .insertInto('reviewer_addresses')
        .values(
          some.map(({ id }) => ({
            reviewer_id: id,
            position: 0,
            email: `${id}@x.test`,
            vouched_by: null,
            created_at: at,
          })),
        )
        .execute(),
    )
    await inParts(reviewers, (some) =>
      saveReviewerWords(
        tx,
        some.map(({ id }) => id),
      ),
    )
    const { page_order: _, ...row } = { page_order: 0, ...sample }
    const articles = numbers(3_000).map((number) => ({
      ...row,
      ...{
        id: newId(),
        slug: newId(),
        title: `On ${topic(number)} and ${topic(number + 1)}`,
        keywords: topic(number + 3),
      },
    }))
    await inParts(articles, (some) => tx.insertInto('articles').values(some).execute())
    const people = articles.flatMap(({ id }, number) =>
      numbers(3).map((position) => ({
        article: id,
        id: newId(),
        position,
        name: `Author ${(number * 3 + position) % 4_000}`,
      })),
    )
    await inParts(people, (some) =>
      tx
        .insertInto('contributors')
        .values(
          some.map(({ id, name }) => ({
            ...{
              id,
              full_name: name,
              family_name: name,
              given_names: null,
              is_group: 0,
              orcid: null,
              profile_url: null,
            },
            ...{ email: `${name.replace(' ', '')}@y.test`, orcid_authenticated_at: null, created_at: at },
          })),
        )
        .execute(),
    )
    await inParts(people, (some) =>
      tx
        .insertInto('article_contributors')
        .values(
          some.map(({ id, article, position }) => ({
            ...{
              article_id: article,
              contributor_id: id,
              role: 'Author' as const,
              position,
              created_at: at,
              named_by: null,
            },
          })),
        )
        .execute(),
    )
    await inParts(articles, (some) =>
      saveHeads(
        tx,
        some.map(({ id }) => id),
      ),
    )
  })
}
