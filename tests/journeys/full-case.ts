import { journal as settings } from '../../journal.config.ts'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import type { ArticleRow } from '../../src/platform/database/tables.ts'
import { aFile, type ArticleOptions, aSignedIn, type ReviewerOptions, type SignedIn } from '../support/builders.ts'
import { aCase, agreed, anInvitation, reported } from '../support/review-builders.ts'
import { twoPages } from '../support/pdf-pages.ts'
import type { RunningJournal } from './support.ts'

interface FullCaseTexts {
  reviewer: ReviewerOptions
  fileName: string
}

const DAY = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/**
 * A manuscript with a PDF and a text, two reports, one reviewer on standby, and a message of its author. Of the article
 * and of its reviewers other things can be given, and the beginning of its file names.
 */
export async function aFullCase(
  journal: RunningJournal,
  editor: SignedIn,
  { reviewer = {}, fileName = 'manuscript', ...given }: ArticleOptions & Partial<FullCaseTexts> = {},
): Promise<{ article: ArticleRow; author: SignedIn; assignments: AssignmentRow[] }> {
  const { database, store } = journal
  const author = await aSignedIn(journal, { fullName: 'Nasreen Baloch' })
  const article = await aCase(database, {
    title: 'Stomatal closure precedes leaf rolling in <i>Pennisetum glaucum</i> under terminal drought',
    submitter: author.user,
    manuscripts: [],
    receivedOn: inDays(-45),
    contributors: [
      {
        role: 'Corresponding Author',
        full_name: 'Nasreen Baloch',
        email: 'nasreen@plants.test',
        affiliation: 'University of Quetta',
      },
      {
        role: 'Author',
        full_name: 'Idris Olukoya',
        email: 'idris@plants.test',
        affiliation: 'Institute of Dryland Ecology, Kano',
      },
    ],
    ...given,
  })
  const version = await database.db
    .selectFrom('manuscript_versions')
    .select('id')
    .where('article_id', '=', article.id)
    .executeTakeFirstOrThrow()
  const files = [
    await aFile(database, { name: `${fileName}.pdf`, content: await twoPages(), owner: author.user, store }),
    await aFile(database, {
      name: `${fileName}.txt`,
      mediaType: 'text/plain',
      content: Buffer.from('Leaf rolling\n\nPearl millet rolls its leaves when soil dries.'),
      owner: author.user,
      store,
    }),
  ]
  for (const [position, file] of files.entries()) {
    await database.db
      .insertInto('article_files')
      .values({ article_id: article.id, file_id: file.id, kind: 'manuscript', position, version_id: version.id })
      .execute()
  }
  const of = { articleId: article.id, editor: editor.user }
  const invitation = (fullName: string, affiliation: string, standby = false) =>
    anInvitation(database, { ...of, standby }, { fullName, affiliation, ...reviewer })
  const first = await invitation('Marta Lindqvist', 'University of Lund')
  const second = await invitation('Tendai Moyo', 'Institute of Crop Science, Harare')
  await invitation('Yuki Tanabe', 'University of Tsukuba', true)
  await agreed(database, first.id, { dueOn: inDays(2) })
  await agreed(database, second.id, { dueOn: inDays(1) })
  await reported(database, first.id, {
    answers: Object.fromEntries(settings.review.questions.map(({ id }) => [id, 'yes'])),
  })
  await reported(database, second.id, {
    answers: Object.fromEntries(
      settings.review.questions.map(({ id }) => [
        id,
        id === 'results' ? 'partly' : id === 'plants' ? 'not-my-field' : 'yes',
      ]),
    ),
    toAuthors:
      'A careful study of four landraces that will interest breeders.\n\n1. Yield was measured in one season at one site.',
    recommendation: 'major',
  })
  await database.db
    .insertInto('case_messages')
    .values({
      id: `message-${article.id}`,
      article_id: article.id,
      from_side: 'author',
      user_id: author.user.id,
      text: 'May we still add a table?',
      at: new Date().toISOString(),
    })
    .execute()
  return { article, author, assignments: [first, second] }
}
