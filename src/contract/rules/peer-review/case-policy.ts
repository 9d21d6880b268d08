import { type Actor, isAdministrator, policy, type Refusal, type Rule } from '../accounts/access.ts'

/** For everyone who does not edit a case, whether it exists or not. */
export const CASE_EDITORS_ONLY = 'Only editors of this manuscript can do this'
export const APPOINTED_BY_ADMINISTRATORS = 'Only administrators can name the editors of a manuscript'

/** What someone who is signed in is to a case. */
export interface CaseRelation {
  readonly isSubmitter: boolean
  /** Named as an editor of this case alone. */
  readonly isGuestEditor: boolean
  /** It is of a category of theirs, or was assigned to them as a section editor. */
  readonly isSectionEditor: boolean
  /** Takes part in it as an author or a reviewer, or has declared a conflict of interest: editors then are strangers. */
  readonly isRecused: boolean
}

export const STRANGER: CaseRelation = {
  isSubmitter: false,
  isGuestEditor: false,
  isSectionEditor: false,
  isRecused: false,
}

const EDITORS_ONLY: Refusal = { kind: 'forbidden', message: CASE_EDITORS_ONLY }

const edits = (actor: Actor | null, { isGuestEditor, isSectionEditor, isRecused }: CaseRelation): boolean =>
  actor !== null && !isRecused && (isAdministrator(actor) || isGuestEditor || isSectionEditor)

/**
 * Who may do what in a case: what is done at which of its stages is the table of moves. Authors get 'not found' for the
 * cases of others, as if these did not exist.
 */
export const casePolicy = policy({
  /** Before there is a case. */
  open: (actor) => (isAdministrator(actor) ? null : EDITORS_ONLY),
  edit: (actor, relation) => (edits(actor, relation) ? null : EDITORS_ONLY),
  nameEditors: (actor, relation) => {
    if (!edits(actor, relation)) return EDITORS_ONLY
    return isAdministrator(actor) ? null : { kind: 'forbidden', message: APPOINTED_BY_ADMINISTRATORS }
  },
  actAsAuthor: (_actor, { isSubmitter }) =>
    isSubmitter ? null : { kind: 'not_found', message: 'Manuscript not found' },
} satisfies Record<string, Rule<CaseRelation>>)

export type CaseVerb = (typeof casePolicy.verbs)[number]
