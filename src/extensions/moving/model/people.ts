import { Email } from '../../../contract/api/users.ts'
import { isMistypedOrcid, orcidIn } from '../../../contract/rules/people/identifiers.ts'
import { hashKind, type OldRole } from './codes.ts'
import type { Context } from './context.ts'
import { momentIn } from './dates.ts'
import type { OldPerson } from './objects.ts'
import { Ledger, type Reckoning } from './reckoning.ts'
import { filledIn, firstWhere, idIn, inOrder, isSet, valueOf, type Row, type Source } from './rows.ts'
import { inMainLanguage, Settings } from './settings.ts'

/** A person of this journal, or the reckoning of one who has no part in it. */
export type PersonOrLeft = OldPerson | ({ kind: 'left out'; id: string } & Reckoning)

export const isPerson = (one: PersonOrLeft): one is OldPerson => 'username' in one

/** All accounts of the site: those with a role or an act in this journal are moved. */
export function* oldPeople(context: Context): Iterable<PersonOrLeft> {
  for (const row of context.source.rows('users')) yield oldPerson(row, context)
}

function oldPerson(row: Row, context: Context): PersonOrLeft {
  const { source, mainLanguage } = context
  const ledger = new Ledger()
  ledger.take('users', [row])
  const id = idIn(row, 'user_id') ?? ''
  const groups = groupsOf(id, context, ledger)
  const settings = new Settings('user_settings', source.where('user_settings', 'user_id', id), ledger, context)
  const name = (setting: string) => inMainLanguage(settings.byLanguage(setting), mainLanguage) ?? ''
  const orcid = settings.plain('orcid')
  if (orcid && isMistypedOrcid(orcid)) ledger.note('ORCID not valid', 'users', row, orcid)
  const email = Email().safeParse(valueOf(row, 'email') ?? '')
  const hasActed = acted(id, context)
  const found = {
    id,
    username: valueOf(row, 'username') ?? '',
    // As ours are kept: in small letters.
    email: email.success ? email.data : null,
    given: name('givenName'),
    family: name('familyName'),
    preferred: name('preferredPublicName') || null,
    affiliation: settings.byLanguage('affiliation'),
    biography: settings.html('biography'),
    orcid: (orcid && orcidIn(orcid)) || null,
    country: filledIn(row, 'country'),
    url: filledIn(row, 'url'),
    roles: [...new Set(groups.flatMap(({ role }) => role ?? []))],
    groups: groups.map((group) => group.name),
    interests: interestsOf(id, source, ledger),
    hasActed,
    isDisabled: isSet(row, 'disabled'),
    mustChangePassword: isSet(row, 'must_change_password'),
    hash: hashKind(valueOf(row, 'password')),
    registeredAt: momentIn(valueOf(row, 'date_registered')),
    confirmedAt: momentIn(valueOf(row, 'date_validated')),
    lastSignInAt: momentIn(valueOf(row, 'date_last_login')),
  }
  if (found.email === null) ledger.note('no valid email', 'users', row)
  settings.finish()
  if (groups.length || hasActed) return { ...found, ...ledger.reckoning() }
  ledger.leaveAll('no role and no act here')
  return { kind: 'left out', id, ...ledger.reckoning() }
}

/** The groups of this journal, and the site's own, that the person is in; a role that has ended is none. */
function groupsOf(
  userId: string,
  { source, groups }: Context,
  ledger: Ledger,
): { role: OldRole | undefined; name: string }[] {
  const rows = source.where('user_user_groups', 'user_id', userId)
  return inOrder(rows, 'user_group_id', 'user_group_id').flatMap((row) => {
    const group = groups.get(idIn(row, 'user_group_id') ?? '')
    if (!group) {
      ledger.leave('user_user_groups', [row], 'another journal')
      return []
    }
    ledger.take('user_user_groups', [row])
    return momentIn(valueOf(row, 'date_end')) === null ? [group] : []
  })
}

/** The tables of acts, with the column that says whose. */
const ACTS = [
  ['stage_assignments', 'user_id'],
  ['review_assignments', 'reviewer_id'],
  ['edit_decisions', 'editor_id'],
  ['submission_files', 'uploader_user_id'],
] as const

/** Whether the person took part in any manuscript of this journal. */
function acted(userId: string, { source, journalId }: Context): boolean {
  for (const [table, column] of ACTS) {
    for (const row of source.where(table, column, userId)) {
      const submission = firstWhere(source, 'submissions', 'submission_id', idIn(row, 'submission_id'))
      if (submission && valueOf(submission, 'context_id') === journalId) return true
    }
  }
  return false
}

/** The topics that a reviewer has given. */
function interestsOf(userId: string, source: Source, ledger: Ledger): string[] {
  const rows = ledger.take('user_interests', source.where('user_interests', 'user_id', userId))
  return inOrder(rows, 'controlled_vocab_entry_id', 'controlled_vocab_entry_id').flatMap((row) => {
    const id = idIn(row, 'controlled_vocab_entry_id')
    const words =
      id === null ? [] : [...source.where('controlled_vocab_entry_settings', 'controlled_vocab_entry_id', id)]
    const word = words.find((one) => ['interest', 'name'].includes(one.setting_name ?? ''))
    const text = word ? ledger.text('controlled_vocab_entry_settings', word, 'setting_value')?.trim() : null
    return text ? [text] : []
  })
}
