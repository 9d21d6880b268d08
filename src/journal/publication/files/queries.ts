import { sql } from 'kysely'
import { type Actor, hasDuty } from '../../../contract/rules/accounts/access.ts'
import { UNDO_MINUTES } from '../../../contract/rules/peer-review/undo.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { recusedArticles } from '../../peer-review/recusal.ts'
import { hasShownMatter } from '../volumes/shown.ts'
import { isOfNewestVersion } from '../../peer-review/cases/of-articles.ts'
import { editedArticles, producedFor } from '../../peer-review/who-sees.ts'
import type { FileRecord } from './policy.ts'

/** A file with the fields that its policy uses for this actor. */
export async function findFile(
  db: Db,
  id: string,
  actor: Actor | null = null,
): Promise<{ file: FileRow; record: FileRecord } | null> {
  const row = await db
    .selectFrom('files')
    .selectAll('files')
    .select(({ exists, selectFrom }) => [
      selectFrom('articles')
        .select('submitter_id')
        .whereRef('pdf_file_id', '=', 'files.id')
        .limit(1)
        .as('pdf_submitter_id'),
      exists(
        selectFrom('public_articles')
          .select(sql`1`.as('one'))
          .whereRef('image_file_id', '=', 'files.id'),
      ).as('is_public_image'),
      exists(
        selectFrom('board_people')
          .select(sql`1`.as('one'))
          .whereRef('photo_file_id', '=', 'files.id'),
      ).as('is_board_photo'),
      exists(
        selectFrom('volumes')
          .select(sql`1`.as('one'))
          .whereRef('cover_file_id', '=', 'files.id')
          .where(hasShownMatter),
      ).as('is_shown_cover'),
    ])
    .where('files.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { pdf_submitter_id, is_public_image, is_board_photo, is_shown_cover, ...file } = row
  const record = {
    ownerId: file.owner_id,
    pdfSubmitterId: pdf_submitter_id,
    isPublicImage: [is_public_image, is_board_photo, is_shown_cover].some(Boolean),
    ...(actor ? await inPeerReview(db, id, actor) : NOBODY),
  }
  return { file, record }
}

type InPeerReview = Pick<FileRecord, 'editorsMayRead' | 'isReleasedToActor' | 'isOfEditedCase'>

/** For requests without a session. */
const NOBODY: InPeerReview = { editorsMayRead: false, isReleasedToActor: false, isOfEditedCase: false }

/** What peer review says about a file: who may read it as an editor, and what authors have been given. */
async function inPeerReview(db: Db, fileId: string, actor: Actor): Promise<InPeerReview> {
  const { userId } = actor
  const articles = sql`(
    select article_id from article_files where file_id = ${fileId}
    union select article_id from supplements where file_id = ${fileId}
    union select article_id from article_figures where file_id = ${fileId}
    union select id from articles where pdf_file_id = ${fileId} or image_file_id = ${fileId}
    union select article_id from proofs where file_id = ${fileId}
    union select article_id from scheduled_articles where pdf_file_id = ${fileId}
    union select article_id from held_texts where file_id = ${fileId}
    union select article_id from held_figures where file_id = ${fileId}
    union select assignment.article_id from review_files
      join review_assignments as assignment on assignment.id = review_files.assignment_id
      where review_files.file_id = ${fileId} or review_files.cleaned_file_id = ${fileId}
    union select article_id from letter_files where file_id = ${fileId}
  )`
  // Production reads what was accepted and what was made of it, and no file of a report or letter.
  const accepted = db
    .selectFrom('article_files')
    .select('article_id')
    .where('file_id', '=', fileId)
    .where('kind', '=', 'manuscript')
    .where(isOfNewestVersion)
  const produced = sql`(article_id in ${accepted} or article_id in (
    select article_id from supplements where file_id = ${fileId}
    union select article_id from article_figures where file_id = ${fileId}
    union select article_id from proofs where file_id = ${fileId}
    union select article_id from scheduled_articles where pdf_file_id = ${fileId}))`
  // Covers of issues that readers do not know of yet.
  const cover = sql`(select count(*) from volumes where cover_file_id = ${fileId})`
  const sentBefore = new Date(Date.now() - UNDO_MINUTES * MINUTE_MS).toISOString()
  const { rows } = await sql<Record<'recused' | 'edited' | 'produced' | 'covers' | 'released', number>>`select
    (select count(*) from review_cases
      where article_id in ${articles} and article_id in ${recusedArticles(userId)}) as recused,
    (select count(*) from review_cases
      where article_id in ${articles} and article_id in ${editedArticles(userId)}
        and article_id not in ${recusedArticles(userId)}) as edited,
    (select count(*) from review_cases where ${produced} and article_id in ${producedFor(actor)}) as produced,
    ${hasDuty(actor, 'production') ? cover : sql`0`} as covers,
    (select count(*) from (
        select decision_id from released_files where file_id = ${fileId}
        union select decision_id from letter_files where file_id = ${fileId}
      ) as given
      join decisions on decisions.id = given.decision_id and decisions.decided_at <= ${sentBefore}
      join articles on articles.id = decisions.article_id and articles.submitter_id = ${userId}
      where not exists (select 1 from decisions as undone where undone.reverses_id = decisions.id))
    + (select count(*) from proofs
      join articles on articles.id = proofs.article_id and articles.submitter_id = ${userId}
      where proofs.file_id = ${fileId}) as released`.execute(db)
  const { recused, edited, produced: made, covers, released } = rows[0]!
  return {
    editorsMayRead: Number(recused) === 0,
    isReleasedToActor: Number(released) > 0,
    isOfEditedCase: Number(edited) + Number(made) + Number(covers) > 0,
  }
}
