import { ReviewerForm, addressTaken, NEVER_AGAIN, type ImportRow } from '../../contract/api/reviewers.ts'
import { check } from '../../contract/api/errors.ts'
import { reviewerLines } from '../../contract/domain/reviewer-lines.ts'
import type { Db, Tx } from '../database/connect.ts'
import { neverToBeAsked, type AddressHashes } from './address-hashes.ts'
import { createReviewer, type Adding } from './commands.ts'

interface Understood extends ImportRow {
  form: ReviewerForm | null
}

/** What pasted lines mean, and what is wrong with each: two queries, however many lines there are. */
async function understood(db: Db, hashes: AddressHashes, lines: string): Promise<Understood[]> {
  const rows = reviewerLines(lines).map((row): Understood => {
    const { email, ...person } = row
    const { data, errors } = check(ReviewerForm, { ...person, emails: [email] })
    return { ...row, form: data ?? null, problem: errors ? (Object.values(errors)[0] ?? null) : null }
  })
  const emails = rows.flatMap(({ form }) => form?.emails ?? [])
  const holders = emails.length
    ? await db
        .selectFrom('reviewer_addresses')
        .innerJoin('reviewers', 'reviewers.id', 'reviewer_addresses.reviewer_id')
        .select(['full_name', 'email'])
        .where((where) => where(where.fn<string>('lower', ['email']), 'in', emails))
        .execute()
    : []
  const holderOf = new Map(holders.map(({ email, full_name }) => [email.toLowerCase(), full_name]))
  const never = await neverToBeAsked(db, hashes, emails)
  const seen = new Set<string>()
  return rows.map((row) => {
    const [email] = row.form?.emails ?? []
    if (email === undefined) return row
    const refused = (problem: string): Understood => ({ ...row, form: null, problem })
    if (holderOf.has(email)) return refused(addressTaken(email, holderOf.get(email)!))
    if (never.has(email)) return refused(NEVER_AGAIN)
    if (seen.has(email)) return refused('An earlier line has the same address')
    seen.add(email)
    return row
  })
}

const shown = ({ form: _form, ...row }: Understood): ImportRow => row

/** What would be imported; nothing is written. */
export const previewImport = async (db: Db, hashes: AddressHashes, lines: string): Promise<ImportRow[]> =>
  (await understood(db, hashes, lines)).map(shown)

/** Adds the people of all lines that have no problem. */
export async function importReviewers(
  tx: Tx,
  adding: Adding,
  lines: string,
): Promise<{ added: number; rows: ImportRow[] }> {
  const rows = await understood(tx, adding.hashes, lines)
  const forms = rows.flatMap(({ form }) => form ?? [])
  for (const form of forms) await createReviewer(tx, adding, form, 'reviewer.import')
  return { added: forms.length, rows: rows.map(shown) }
}
