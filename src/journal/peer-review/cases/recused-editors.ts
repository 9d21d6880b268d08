import { sql } from 'kysely'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { enqueue } from '../../../platform/email/outbox.ts'
import { now } from '../../../platform/ids.ts'
import { AS_NAMED, articlesToNote, noteRecusals, recusedUsers } from '../recusal.ts'
import { administrators } from '../../accounts/users/administrators.ts'
import { findCase } from './case-rows.ts'
import { notifyAdministrators, send } from './notify.ts'
import { allSectionEditors, keepsInHand, sectionEditorsOf } from '../who-sees.ts'
import { isEditorOf } from './relation.ts'

/** The step under which it is noted that all administrators know that nobody is left to edit a case. */
const NOBODY_LEFT = 'nobody-left'

/**
 * Writes down who is recused from a case, and what follows for those who edit: a recused editor no longer handles
 * it, one whom others have named as an author gets an email, and if nobody is left to edit it, all administrators do.
 */
export async function noteRecusedEditors(tx: Tx, articleId: string): Promise<void> {
  await noteRecusals(tx, { articleId })
  const theCase = await findCase(tx, articleId)
  if (!theCase || theCase.closed_at !== null) return
  if (theCase.editor_id !== null) await freeFromFormerEditor(tx, articleId, theCase.editor_id)
  await tellNamedAuthors(tx, articleId)
  await tellIfNobodyIsLeft(tx, articleId)
}

/** Who is recused, or edits no longer, hands the case on: it waits for any other editor, and these get an email. */
async function freeFromFormerEditor(tx: Tx, articleId: string, editorId: string): Promise<void> {
  const editor = await tx.selectFrom('users').select('role').where('id', '=', editorId).executeTakeFirst()
  if (editor && (await isEditorOf(tx, { userId: editorId, role: editor.role }, articleId))) return
  // Someone else may have taken it meanwhile.
  const { numUpdatedRows } = await tx
    .updateTable('review_cases')
    .set({ editor_id: null })
    .where('article_id', '=', articleId)
    .where('editor_id', '=', editorId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await writeAuditEntry(tx, null, 'article.change-editor', articleId, { after: { editorId: null } })
  await notifyAdministrators(tx, 'editor-case-free', { articleId })
}

/** The same for all open cases of someone who has ceased to be an administrator. */
export async function handOnCasesOf(tx: Tx, userId: string): Promise<void> {
  const open = await tx
    .selectFrom('review_cases')
    .select('article_id')
    .where('editor_id', '=', userId)
    .where('closed_at', 'is', null)
    .orderBy('article_id')
    .execute()
  for (const { article_id } of open) await freeFromFormerEditor(tx, article_id, userId)
}

/** Once each: an author's words alone have recused them, and may be wrong. */
async function tellNamedAuthors(tx: Tx, articleId: string): Promise<void> {
  const named = await tx
    .selectFrom('case_recusals as recusal')
    .innerJoin('users', 'users.id', 'recusal.user_id')
    .select(['users.id', 'users.email'])
    .distinct()
    .where('recusal.article_id', '=', articleId)
    .where('recusal.cause', 'in', AS_NAMED)
    .where('recusal.told_at', 'is', null)
    .where('recusal.lifted_at', 'is', null)
    .where((where) =>
      where.or([
        where('users.role', '=', 'admin'),
        where('users.id', 'in', sectionEditorsOf(articleId)),
        where.exists(
          where
            .selectFrom('case_editors')
            .select('case_editors.user_id')
            .whereRef('case_editors.user_id', '=', 'users.id')
            .where('case_editors.article_id', '=', articleId),
        ),
      ]),
    )
    // Who has sent the manuscript knows it.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('case_recusals as own')
            .select('own.user_id')
            .whereRef('own.user_id', '=', 'users.id')
            .where('own.article_id', '=', articleId)
            .where('own.cause', '=', 'submitter'),
        ),
      ),
    )
    .execute()
  for (const { id, email } of named) {
    const told = await tx
      .selectFrom('case_recusals')
      .select('told_at')
      .where('article_id', '=', articleId)
      .where('user_id', '=', id)
      .where('told_at', 'is not', null)
      .where('lifted_at', 'is', null)
      .executeTakeFirst()
    await tx
      .updateTable('case_recusals')
      .set({ told_at: now() })
      .where('article_id', '=', articleId)
      .where('user_id', '=', id)
      .where('cause', 'in', AS_NAMED)
      .execute()
    if (!told) await send(tx, 'editor-named-as-author', email, { articleId })
  }
}

/** Administrators learn that a case is without anybody, not which one: all of them are recused from it. */
async function tellIfNobodyIsLeft(tx: Tx, articleId: string): Promise<void> {
  const editor = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', recusedUsers(articleId))
    .where((where) =>
      where.or([
        where('role', '=', 'admin'),
        where('id', 'in', sectionEditorsOf(articleId)),
        where.exists(
          where
            .selectFrom('case_editors')
            .select('case_editors.user_id')
            .whereRef('case_editors.user_id', '=', 'users.id')
            .where('case_editors.article_id', '=', articleId)
            .where('case_editors.is_guest', '=', 1),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (editor) {
    await tx
      .deleteFrom('review_reminders')
      .where('subject_id', '=', articleId)
      .where('step', '=', NOBODY_LEFT)
      .execute()
    return
  }
  const all = await administrators(tx)
  if (!all.length) return
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review_reminders')
    .values({ subject_id: articleId, step: NOBODY_LEFT, sent_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  for (const { email, name } of all) await enqueue(tx, { kind: 'editor-nobody-left', recipient: email, data: { name } })
}

/**
 * Does the same for every case in which someone's recusal is not written down yet, or has not been told: what was so
 * before this was kept, and what changed in an account or with a reviewer.
 */
export async function noteAllRecusedEditors(
  database: Database,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<void> {
  const untold = await database.db
    .selectFrom('case_recusals as recusal')
    .innerJoin('users', 'users.id', 'recusal.user_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'recusal.article_id')
    .select('recusal.article_id')
    .distinct()
    .where('review_cases.closed_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([
          where.or([where('users.role', '=', 'admin'), where('users.id', 'in', allSectionEditors())]),
          where('recusal.told_at', 'is', null),
          where('recusal.cause', 'in', AS_NAMED),
        ]),
        where('review_cases.editor_id', '=', where.ref('recusal.user_id')),
      ]),
    )
    .execute()
  // Terms that have ended, and roles that were revoked while a server of an earlier version ran.
  const former = await database.db
    .selectFrom('review_cases')
    .innerJoin('users', 'users.id', 'review_cases.editor_id')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .select('review_cases.article_id')
    .where('review_cases.closed_at', 'is', null)
    .where('users.role', '<>', 'admin')
    .where(sql<boolean>`not (${keepsInHand(sql`review_cases.editor_id`, sql`articles.category_id`)})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('case_editors')
            .select('case_editors.user_id')
            .whereRef('case_editors.article_id', '=', 'review_cases.article_id')
            .whereRef('case_editors.user_id', '=', 'users.id')
            .where('is_guest', '=', 1),
        ),
      ),
    )
    .execute()
  // Someone else may have become an administrator, or no longer be one.
  const alone = await database.db
    .selectFrom('review_cases')
    .select('article_id')
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from users where users.role = 'admin' and not exists (
        select 1 from case_recusals where case_recusals.article_id = review_cases.article_id
          and case_recusals.user_id = users.id and lifted_at is null and round_id = ''))`,
    )
    .execute()
  const articles = new Set([
    ...(await articlesToNote(database.db)),
    ...[...untold, ...former, ...alone].map(({ article_id }) => article_id),
  ])
  for (const articleId of articles) {
    if (stopped()) return
    await database.transaction((tx) => noteRecusedEditors(tx, articleId))
  }
}
