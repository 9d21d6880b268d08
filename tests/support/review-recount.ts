/**
 * What should have happened, counted from raw rows and the times of the rounds alone, by other means than the
 * program's: as lists of text that a test compares.
 */
import type { Database } from '../../src/platform/database/connect.ts'

const DAY = 24 * 3_600_000
const dayNumber = (at: string): number => Math.floor(Date.parse(at) / DAY)

interface Entry {
  at: string
  action: string
  subject: string
  after: { assignmentId?: string; invited?: string | string[] | null } | null
}

/** `due`: offsets from `anchor`, in days. Each round in the interval takes the newest one that it has not taken. */
function expectedOf(
  rounds: readonly string[],
  {
    from,
    until,
    anchor,
    due,
    after = -Infinity,
  }: { from: string; until: string; anchor: number; due: number[]; after?: number },
): number[] {
  const taken: number[] = []
  for (const round of rounds) {
    if (round < from || round >= until) continue
    const newest = due.filter((days) => anchor + days > after && anchor + days <= dayNumber(round)).at(-1)
    if (newest !== undefined && newest !== taken.at(-1)) taken.push(newest)
  }
  return taken
}

export const NEVER = '9999'
const earliest = (...times: (string | null | undefined)[]): string =>
  times.filter((at) => at != null).toSorted()[0] ?? NEVER

/** Every step that the rounds should have taken, as 'kind subject date offset'. */
export async function expectedSteps({ db }: Database, rounds: readonly string[]): Promise<string[]> {
  const entries = (await db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()).map(
    ({ at, action, subject, after }): Entry => ({ at, action, subject, after: after ? JSON.parse(after) : null }),
  )
  const cases = await db.selectFrom('review_cases').selectAll().execute()
  const assignments = await db.selectFrom('review_assignments').selectAll().execute()
  const reviewRounds = await db.selectFrom('review_rounds').selectAll().execute()
  const reports = await db.selectFrom('review_reports').selectAll().execute()
  const versions = await db.selectFrom('manuscript_versions').selectAll().orderBy('number').execute()
  const all = await db.selectFrom('decisions').selectAll().orderBy('decided_at').execute()
  const undone = new Set(all.map(({ reverses_id }) => reverses_id))
  const decisions = all.filter(({ id, reverses_id }) => reverses_id === null && !undone.has(id))
  const proofs = await db.selectFrom('proofs').selectAll().execute()
  const steps: string[] = []
  const add = (kind: string, subject: string, anchor: number, offsets: number[]) =>
    steps.push(
      ...offsets.map((days) => `${kind} ${subject} ${new Date(anchor * DAY).toISOString().slice(0, 10)} ${days}`),
    )

  /** What has happened to an assignment, in order. */
  const eventsOf = new Map(
    assignments.map((assignment) => {
      const about = entries.filter(({ after }) => after?.assignmentId === assignment.id)
      const events = about.flatMap(({ at, action }): { at: string; state: string }[] => {
        const state = {
          'article.reviewer-agreed': 'agreed',
          'article.reviewer-declined': 'ended',
          'article.reviewer-lapsed': 'ended',
          'article.report': 'submitted',
        }[action]
        return state ? [{ at, state }] : []
      })
      return [
        assignment.id,
        assignment.invited_at === null ? [] : [{ at: assignment.invited_at, state: 'invited' }, ...events],
      ]
    }),
  )

  for (const assignment of assignments) {
    const events = eventsOf.get(assignment.id)!
    const [invited, answer] = events
    if (!invited) continue
    const cancelled = assignment.state === 'cancelled' ? assignment.closed_at : null
    const anchor = dayNumber(invited.at)
    // A lapse ends the interval in the very round that takes it.
    const until = earliest(
      events.slice(1).find(({ state }) => state !== 'ended' || !rounds.includes(answer!.at))?.at,
      cancelled,
    )
    const lapsed = entries.find(
      ({ action, after }) => action === 'article.reviewer-lapsed' && after?.assignmentId === assignment.id,
    )
    const taken = expectedOf(rounds, { from: invited.at, until, anchor, due: [3, 5, 9] }).filter(
      (days) => !lapsed || days <= 9,
    )
    const end = taken.indexOf(9)
    add(
      'invitation',
      assignment.id,
      anchor,
      (end < 0 ? taken : taken.slice(0, end)).filter((days) => days < 9),
    )
    if (end >= 0) steps.push(`lapse ${assignment.id}`)
    const agreed = events.findLast(({ state }) => state === 'agreed')
    if (!agreed) continue
    const interval = {
      from: agreed.at,
      until: earliest(reports.find(({ assignment_id }) => assignment_id === assignment.id)?.submitted_at, cancelled),
      anchor: dayNumber(assignment.due_on!),
      after: dayNumber(agreed.at),
    }
    add('report', assignment.id, interval.anchor, expectedOf(rounds, { ...interval, due: [-5, 0, 3, 7] }))
    add('overdue', assignment.id, interval.anchor, expectedOf(rounds, { ...interval, due: [3, 7] }))
  }

  for (const one of cases) {
    const id = one.article_id
    const own = decisions.filter(({ article_id }) => article_id === id)
    const later = versions.filter(({ article_id, number }) => article_id === id && number > 1)
    const closed = one.closed_at ?? NEVER
    const returned = own.filter(({ kind }) => kind === 'return')
    const backs = returned.map(
      ({ decided_at }) => later.find(({ submitted_at }) => submitted_at > decided_at)?.submitted_at,
    )
    const starts = [one.created_at, ...backs.filter((at) => at !== undefined)]
    for (const [index, from] of starts.entries()) {
      const begun = earliest(
        ...reviewRounds
          .filter(({ article_id, opened_at }) => article_id === id && opened_at > from)
          .map(({ opened_at }) => opened_at),
        ...own.filter(({ decided_at }) => decided_at > from).map(({ decided_at }) => decided_at),
        closed,
      )
      const screened = one.screened_at !== null && one.screened_at >= from ? one.screened_at : null
      const anchor = dayNumber(from)
      add('screening', id, anchor, expectedOf(rounds, { from, until: earliest(screened, begun), anchor, due: [5, 8] }))
      const decided = own.find(({ decided_at }) => decided_at > from)?.decided_at
      const promised = anchor + 42
      const until = earliest(decided, starts[index + 1], closed)
      add('delay', id, promised, expectedOf(rounds, { from, until, anchor: promised, due: [0] }))
    }
    for (const decision of own) {
      if (decision.revision_due_on === null) continue
      const answered = later.find(({ submitted_at }) => submitted_at > decision.decided_at)?.submitted_at
      const anchor = dayNumber(decision.revision_due_on)
      const from = new Date(Date.parse(decision.decided_at) + 600_000).toISOString()
      const interval = { from, until: earliest(answered, closed), anchor, after: dayNumber(decision.decided_at) }
      add('revision', decision.id, anchor, expectedOf(rounds, { ...interval, due: [-7, 0, 7] }))
      if (decision.kind !== 'minor' || answered === undefined) continue
      const next = own.find(({ decided_at }) => decided_at > answered)?.decided_at
      const round = reviewRounds.find(
        ({ article_id, opened_at }) => article_id === id && opened_at > answered,
      )?.opened_at
      const checking = { from: answered, until: earliest(next, round, closed), anchor: dayNumber(answered) }
      add('decision', id, checking.anchor, expectedOf(rounds, { ...checking, due: [3, 5] }))
    }
    for (const proof of proofs.filter(({ article_id }) => article_id === id)) {
      const anchor = dayNumber(proof.sent_at)
      add(
        'proof',
        proof.id,
        anchor,
        expectedOf(rounds, { from: proof.sent_at, until: earliest(proof.answered_at, closed), anchor, due: [2, 3] }),
      )
    }
  }

  for (const round of reviewRounds) {
    const lists = assignments.filter(({ round_id }) => round_id === round.id).map(({ id }) => eventsOf.get(id)!)
    const taken = new Set<string>()
    for (const at of rounds) {
      // What happens in a round happens before the next one sees it.
      if (at < round.opened_at || at >= (round.closed_at ?? NEVER)) continue
      const last = lists.flatMap((events) => events.findLast((event) => event.at < at) ?? [])
      if (last.some(({ state }) => state === 'invited' || state === 'agreed')) continue
      if (!last.some(({ state }) => state === 'submitted')) continue
      const anchor = dayNumber(
        last
          .map((event) => event.at)
          .toSorted()
          .at(-1)!,
      )
      const newest = [3, 5].filter((days) => anchor + days <= dayNumber(at)).at(-1)
      if (newest !== undefined)
        taken.add(`decision ${round.article_id} ${new Date(anchor * DAY).toISOString().slice(0, 10)} ${newest}`)
    }
    steps.push(...taken)
  }
  return [...new Set(steps)].toSorted()
}

/** The steps that were taken, in the same words. */
export async function takenSteps({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom('review_reminders').selectAll().where('sent_at', 'is not', null).execute()
  return rows
    .filter(({ subject_id }) => subject_id !== 'figures')
    .map(({ subject_id, step }) => {
      const [name, date, days] = step.split(' ')
      return name === 'lapse' ? `lapse ${subject_id}` : `${name} ${subject_id} ${date} ${Number(days)}`
    })
    .toSorted()
}

/** Of each year: first decisions after review, the median and the fourth of five of their days, those in time. */
export async function recountedFigures({ db }: Database): Promise<Record<number, unknown>> {
  const all = await db.selectFrom('decisions').selectAll().orderBy('decided_at').execute()
  const cases = await db.selectFrom('review_cases').selectAll().execute()
  const versions = await db.selectFrom('manuscript_versions').selectAll().orderBy('number').execute()
  const years: Record<number, { days: number[]; unread: number; onTime: number }> = {}
  for (const one of cases) {
    const mine = all.filter(({ article_id }) => article_id === one.article_id)
    const standing = mine.filter(
      (each) => each.reverses_id === null && !mine.some((other) => other.reverses_id === each.id),
    )
    const sent = standing.map((each) => ({
      ...each,
      day: dayNumber(new Date(Date.parse(each.decided_at) + 600_000).toISOString()),
    }))
    const yearOf = (day: number) => (years[new Date(day * DAY).getUTCFullYear()] ??= { days: [], unread: 0, onTime: 0 })
    if (sent[0]?.from_stage === 'screening') yearOf(sent[0].day).unread++
    let begun = dayNumber(one.received_on)
    for (const decision of sent) {
      if (decision.kind === 'return') {
        const back = versions.find(
          (version) => version.article_id === one.article_id && version.submitted_at > decision.decided_at,
        )
        if (back) begun = dayNumber(back.submitted_at)
        continue
      }
      if (decision.from_stage === 'reviewing') {
        yearOf(decision.day).days.push(decision.day - begun)
        if (decision.day <= begun + 42) yearOf(decision.day).onTime++
      }
      break
    }
  }
  return Object.fromEntries(
    Object.entries(years).map(([year, { days, unread, onTime }]) => {
      const sorted = days.toSorted((one, other) => one - other)
      const { length } = sorted
      return [
        year,
        {
          decided: length,
          unread,
          medianDays: length ? (sorted[Math.ceil(length / 2) - 1]! + sorted[Math.floor(length / 2)]!) / 2 : null,
          days80: length ? sorted[Math.ceil((4 * length) / 5) - 1] : null,
          onTimePercent: length ? Math.round((100 * onTime) / length) : null,
        },
      ]
    }),
  )
}
