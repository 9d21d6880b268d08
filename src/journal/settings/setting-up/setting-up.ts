import { sql } from 'kysely'
import type { SettingUp } from '../../../contract/api/setting-up.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { STEP_IDS, STEPS, type StepId, type StepState } from '../../../contract/rules/settings/setting-up.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { readFactors } from '../../accounts/second-factors/queries.ts'
import { HAS_SAMPLES } from '../../publication/samples.ts'
import { readVersion } from '../versions.ts'

const BOARD_LEAST = 5
export const NOT_TO_BE_SAID = 'The journal sees by itself whether this is done.'

/** What a new journal has and what it has not. What is there counts before any mark. */
export async function readSettingUp(
  db: Db,
  { userId, publicUrl }: { userId: string; publicUrl: string },
): Promise<SettingUp> {
  const facts = await factsOf(db, userId, publicUrl)
  const marks = await db
    .selectFrom('setting_up_marks as mark')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'mark.by_id').on('users.deleted_at', 'is', null))
    .select(['mark.step', 'mark.state', 'mark.at', 'users.full_name as by'])
    .execute()
  const said = new Map(marks.map((mark) => [mark.step, mark]))
  return {
    steps: STEP_IDS.map((id) => {
      const { isDone, note = '' } = facts[id]
      const mark = isDone ? undefined : said.get(id)
      return {
        ...{ id, note },
        state: isDone ? 'done' : ((mark?.state ?? 'open') as StepState),
        said: mark ? { by: mark.by, at: mark.at } : null,
      }
    }),
  }
}

interface Fact {
  isDone: boolean
  note?: string
}

async function factsOf(db: Db, userId: string, publicUrl: string): Promise<Record<StepId, Fact>> {
  const { content } = await readVersion(db)
  const today = dayOf(new Date())
  const { rows } = await sql<Record<string, number>>`select
    (select count(distinct person.id) from board_people person join board_terms term on term.person_id = person.id
      where person.affiliation <> '' and (term.until_on is null or term.until_on >= ${today})) as board,
    case when exists (select 1 from categories) then 1 else 0 end as categories,
    case when exists (select 1 from volumes) then 1 else 0 end as volumes,
    case when ${HAS_SAMPLES} then 1 else 0 end as samples,
    case when exists (select 1 from outbox where sent_at is not null) then 1 else 0 end as emails,
    (select count(*) from users where role = 'admin' and deleted_at is null) as editors,
    case when exists (select 1 from backups where tested_at is not null) then 1 else 0 end as copies`.execute(db)
  const found = (name: string) => Number(rows[0]![name])
  const isOwn = (...keys: string[]) => keys.some((key) => content[key]!.isOwn)
  const board = found('board')
  return {
    name: { isDone: isOwn('name') },
    publisher: { isDone: isOwn('publisher.name', 'society.name') },
    issn: { isDone: content.issn!.value !== '' },
    doi: { isDone: content['doi.prefix']!.value !== '' },
    board: {
      isDone: board >= BOARD_LEAST,
      note: board < BOARD_LEAST ? `${counted(board, 'person', 'people')} so far` : '',
    },
    policies: { isDone: false },
    fees: { isDone: isOwn('fees.submission', 'fees.local.amount', 'fees.international.amount') },
    categories: { isDone: found('categories') === 1 },
    volume: { isDone: found('volumes') === 1 },
    samples: { isDone: found('samples') === 0 },
    email: { isDone: found('emails') === 1 },
    https: { isDone: publicUrl.startsWith('https:') },
    editor: { isDone: found('editors') > 1 },
    factor: { isDone: (await readFactors(db, userId)).count > 0 },
    copy: { isDone: found('copies') === 1 },
  }
}

/** Says that a step is done or not planned, or takes that back. What the journal sees by itself cannot be said to be done. */
export async function markStep(tx: Tx, actorId: string, step: StepId, state: StepState): Promise<void> {
  if (state === 'done' && !STEPS.find(({ id }) => id === step)!.isSaid) throw invalid('state', NOT_TO_BE_SAID)
  await noteStep(tx, actorId, step, state)
}

/** The same for what the program has seen. */
export async function noteStep(tx: Tx, actorId: string, step: StepId, state: StepState): Promise<void> {
  const before = await tx.selectFrom('setting_up_marks').select('state').where('step', '=', step).executeTakeFirst()
  if ((before?.state ?? 'open') === state) return
  await tx.deleteFrom('setting_up_marks').where('step', '=', step).execute()
  if (state !== 'open')
    await tx
      .insertInto('setting_up_marks')
      .values({ step, state, by_id: actorId, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await writeAuditEntry(tx, actorId, 'journal.set-up', step, {
    before: { state: before?.state ?? 'open' },
    after: { state },
  })
}
