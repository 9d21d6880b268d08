import { ReviewerForm, addressTaken, NEVER_AGAIN, type ImportRow } from '../../../contract/api/reviewers.ts'
import { check } from '../../../contract/api/errors.ts'
import { mailboxOf } from '../../../contract/rules/people/same-person.ts'
import { reviewerLines } from '../../../contract/rules/peer-review/reviewer-lines.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { neverToBeAsked, type AddressHashes } from './address-hashes.ts'
import { createReviewer, type Adding } from './commands.ts'
import { holdersOf } from './holders.ts'

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
  const holderOf = await holdersOf(db, emails)
  const never = await neverToBeAsked(db, hashes, emails)
  const seen = new Set<string>()
  return rows.map((row) => {
    const [email] = row.form?.emails ?? []
    if (email === undefined) return row
    const refused = (problem: string): Understood => ({ ...row, form: null, problem })
    const holder = holderOf.get(email)
    if (holder) return refused(addressTaken(email, holder.fullName))
    if (never.has(email)) return refused(NEVER_AGAIN)
    const mailbox = mailboxOf(email)
    if (seen.has(mailbox)) return refused('An earlier line has the same address')
    seen.add(mailbox)
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
