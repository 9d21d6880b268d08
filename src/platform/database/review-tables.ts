import type { Generated, Selectable } from 'kysely'
import type { ConfirmationState } from '../../contract/rules/peer-review/authorship.ts'
import type {
  PublicationPolicy,
  PublishAnswer,
  PublishChoice,
  PublishedKind,
} from '../../contract/rules/peer-review/published-reviews.ts'
import type {
  AssignmentState,
  CaseStage,
  CloseReason,
  CoReviewerState,
  DecisionKind,
  DeclineReason,
  GrievanceKind,
  GrievanceOutcome,
  ProofAnswer,
  Recommendation,
  ReviewerSource,
} from '../../contract/rules/peer-review/stages.ts'

type Timestamp = string
/** YYYY-MM-DD, in UTC. */
type Day = string

/** The tables of peer review. `article_id` is no foreign key: cases outlive deleted articles. */
export interface ReviewTables {
  review_cases: Omit<CaseRow, 'is_sample'> & { is_sample: Generated<number> }
  manuscript_versions: VersionRow
  review_rounds: RoundRow
  review_assignments: AssignmentRow
  co_reviewers: CoReviewerRow
  review_links: {
    token_hash: string
    assignment_id: string
    /** The co-reviewer whose link it is; null: the reviewer's. */
    co_reviewer_id: string | null
    email: string
    created_at: Timestamp
    revoked_at: Timestamp | null
    last_used_at: Timestamp | null
  }
  author_confirmations: ConfirmationRow
  author_proposals: ProposalRow
  /** Links for people without an account. */
  person_links: {
    token_hash: string
    purpose: PersonLinkPurpose
    /** What it is about: for authorship the article. */
    subject_id: string
    /** In small letters. */
    email: string
    created_at: Timestamp
    expires_at: Timestamp
    revoked_at: Timestamp | null
  }
  review_drafts: {
    assignment_id: string
    /** As JSON. */
    content: string
    /** Incremented by every save: an older one is refused. */
    revision: number
    saved_at: Timestamp
  }
  review_reports: ReportRow
  review_files: ReviewFileTable
  decisions: DecisionRow
  report_releases: {
    decision_id: string
    report_id: string
    /** What the authors read. */
    text: string
    /** Why an editor has changed the reviewer's words. */
    change_reason: string | null
    /** The first of its files, for servers that do not know `report_release_files`. */
    cleaned_file_id: string | null
  }
  report_release_files: ReleasedFileRow
  /** A view: what authors are given with reports, by servers of this version and of earlier ones. */
  released_files: ReleasedFileRow
  letter_files: LetterFileRow
  /** What reviewers say to the publication of their reports: one answer for all rounds of a manuscript. */
  review_consents: {
    article_id: string
    reviewer_id: string
    choice: PublishChoice
    answered_at: Timestamp
  }
  published_reviews: PublishedReviewRow
  case_editors: {
    article_id: string
    user_id: string
    /** 1: no administrator, but asked to edit this case alone. */
    is_guest: number
    since: Timestamp
    recused_at: Timestamp | null
    reason: string | null
  }
  /** Who is recused, as it was when first seen. */
  case_recusals: RecusalRow
  /** The day to which a revision was moved, if it was. */
  revision_dates: { decision_id: string; due_on: Day; moved_at: Timestamp }
  case_messages: {
    id: string
    article_id: string
    from_side: 'author' | 'editor'
    user_id: string
    text: string
    at: Timestamp
  }
  /** From the editors; a table of their own, so that no author reads them by mistake. */
  reviewer_messages: { id: string; assignment_id: string; user_id: string; text: string; at: Timestamp }
  /** Of the editors of a case for one another. */
  case_notes: { id: string; article_id: string; user_id: string; text: string; at: Timestamp }
  /** The steps of the timetable that have been taken; null: passed over, because a later one was. */
  review_reminders: { subject_id: string; step: string; sent_at: Timestamp | null }
  proofs: {
    id: string
    article_id: string
    file_id: string
    sent_at: Timestamp
    sent_by: string
    due_on: Day
    answer: ProofAnswer | null
    corrections: string | null
    answered_at: Timestamp | null
  }
  proof_queries: {
    proof_id: string
    position: number
    page: number | null
    anchor: string
    question: string
    answer: string | null
    answered_at: Timestamp | null
    settled_at: Timestamp | null
    settled_by: string | null
  }
  grievances: {
    id: string
    kind: GrievanceKind
    article_id: string
    decision_id: string | null
    text: string
    /** Whom a complaint is about, in the author's words. */
    about: string | null
    /** The ids of the editors who were involved when it was sent, as JSON: they do not answer it. */
    involved: string | null
    sent_by: string
    sent_at: Timestamp
    due_on: Day
    handler_id: string | null
    outcome: GrievanceOutcome | null
    answer: string | null
    answered_at: Timestamp | null
  }
}

export interface CaseRow {
  article_id: string
  /** The manuscript's number for people, '2026-041'. */
  number: string
  stage: CaseStage
  /** The editor who handles it; null: nobody has taken it yet. */
  editor_id: string | null
  received_on: Day
  /** When the authors were promised a decision. */
  promised_on: Day
  similarity_percent: number | null
  ai_percent: number | null
  screened_at: Timestamp | null
  /** The decision by which it was screened, if nothing else was done before. */
  screened_by_decision: string | null
  delay_told_at: Timestamp | null
  /** The declined manuscript that this is a new submission of. */
  previous_article_id: string | null
  withdrawn_by: string | null
  withdraw_reason: string | null
  /** What the author who submitted it says to the publication of its review. */
  publish_answer: PublishAnswer | null
  publish_answered_at: Timestamp | null
  /** When it was declined, withdrawn or published. */
  closed_at: Timestamp | null
  created_at: Timestamp
  /** 1 for what was invented to try things on. */
  is_sample: number
}

/** How someone came to be recused from a case, other than by declaring a conflict of interest. */
export type RecusalCause = 'submitter' | 'address' | 'orcid' | 'reviewer' | 'invited' | 'co-reviewer'

export interface RecusalRow {
  article_id: string
  user_id: string
  cause: RecusalCause
  /** It holds while this round is open; '' for good. */
  round_id: string
  /** The address in lower case or the ORCID iD that was found among the authors; '' for all other causes. */
  found_as: Generated<string>
  at: Timestamp
  /** When an editor got the email that someone has named them as an author. */
  told_at: Timestamp | null
  /** When an editor ended it, because someone was named as an author by mistake. */
  lifted_at: Timestamp | null
  /** Null if the operator of the journal did. */
  lifted_by: string | null
  lifted_reason: string | null
}

export interface VersionRow {
  id: string
  article_id: string
  /** From 1. */
  number: number
  /** The authors' answer to the reports, as text; null for the first. */
  reply: string | null
  submitted_at: Timestamp
  submitted_by: string | null
}

export interface RoundRow {
  id: string
  article_id: string
  /** From 1. */
  number: number
  version_id: string
  opened_at: Timestamp
  closed_at: Timestamp | null
}

export type PersonLinkPurpose = 'authorship' | 'notice' | 'report' | 'follow' | 'unfollow'

/** A list of authors that a submitter proposes instead of the one that counts. */
export interface ProposalRow {
  id: string
  article_id: string
  /** As JSON: each by the id of a contributor, by what was typed of them, or both. Empty once it is settled. */
  people: string
  state: 'open' | 'agreed' | 'declined' | 'withdrawn'
  proposed_by: string
  proposed_at: Timestamp
  settled_at: Timestamp | null
  settled_by: string | null
  /** Why an editor has withdrawn it. */
  reason: string | null
}

/** Whether someone agrees to a list of authors in which they are named. */
export interface ConfirmationRow {
  article_id: string
  /** Stands for the names, their order and who is the corresponding author; or the id of a proposal. */
  list_digest: string
  contributor_id: string
  /** In the list, from 0. */
  position: number
  /** A `Contributor` as JSON: as printed. */
  person: string
  /** In small letters; empty for who has no address of their own. */
  email: string
  state: ConfirmationState
  /** The same for the whole list: the one asked about last is the one that counts. */
  asked_at: Timestamp
  /** The user who has made the list. */
  asked_by: string | null
  /** When the email was written; null while it waits. */
  told_at: Timestamp | null
  answered_at: Timestamp | null
  reason: string | null
  /** 1: the submitter may read the reason too. */
  is_reason_shared: number
  waived_by: string | null
  /** Why an editor goes on without the answer. */
  waive_reason: string | null
  /** 1: no longer on the list. */
  is_removed: number
  /** 1: the case waits for the answer; 0 for lists asked about before answers counted. */
  is_binding: number
}

export interface AssignmentRow {
  id: string
  article_id: string
  round_id: string
  reviewer_id: string
  state: AssignmentState
  /** A random letter of the case, the same in all its rounds. All that authors learn of a reviewer. */
  label: string
  /** The order of the standby list. */
  rank: number
  source: ReviewerSource
  /** The address to which the invitation goes. */
  email: string
  /** The editor's own lines in the invitation. */
  message: string | null
  reply_days: number
  report_days: number
  invited_at: Timestamp | null
  reply_due_on: Day | null
  replied_at: Timestamp | null
  due_on: Day | null
  /** The date that was promised first, once the reviewer has moved it. */
  first_due_on: Day | null
  decline_reason: DeclineReason | null
  decline_text: string | null
  conflict_answer: 'none' | 'declared' | null
  conflict_text: string | null
  submitted_at: Timestamp | null
  closed_at: Timestamp | null
  close_reason: CloseReason | null
  /** The decision that has cancelled it. */
  closed_by_decision: string | null
  /** What the editor asks to be clarified in a report that came back. */
  clarify_text: string | null
  /** The assignment whose reviewer declined or did not answer, if this one was invited from the standby list for it. */
  replaces_assignment: string | null
  /** Whether reviews were published on the day of the invitation; null: it is older than that question. */
  publication: PublicationPolicy | null
  created_at: Timestamp
}

export interface CoReviewerRow {
  id: string
  assignment_id: string
  full_name: string
  email: string
  orcid: string | null
  state: CoReviewerState
  conflict_text: string | null
  confirmed_at: Timestamp | null
  created_at: Timestamp
}

/** A report, which is never changed: a clarified one is another version. */
export interface ReportRow {
  id: string
  assignment_id: string
  version: number
  /** The questions as they were asked, as JSON. */
  form: string
  /** By the questions' ids, as JSON. */
  answers: string
  to_authors: string
  to_editor: string
  recommendation: Recommendation
  /** When the reviewer confirmed that no AI was used. */
  no_ai_at: Timestamp
  /** The editor who entered it for the reviewer. */
  entered_by: string | null
  /** Set if it came after the decision. */
  late_at: Timestamp | null
  /** What those who wrote it were to the journal then, as a JSON list of `ReporterRole`; null: not known. */
  sent_as: string | null
  submitted_at: Timestamp
}

/** A decision, which is never changed: undoing it is another row that names it. */
export interface DecisionRow {
  id: string
  article_id: string
  round_id: string | null
  version_id: string | null
  kind: DecisionKind
  from_stage: CaseStage
  /** The letter to the authors, as text. */
  letter: string
  revision_due_on: Day | null
  /** Why it was accepted without what the journal promises; printed with the article. */
  exception_reason: string | null
  decided_by: string
  decided_at: Timestamp
  reverses_id: string | null
}

/** A published text of a review, by what it is: the text itself stays with the decision, report or version. */
export interface PublishedReviewRow {
  /** Of its own: no id of a report or a reviewer is public. */
  id: string
  article_id: string
  kind: PublishedKind
  /** Each decision ends a round; from 1. */
  round: number
  /** Within its kind, from 1; in the DOI. */
  number: number
  decision_id: string
  report_id: string | null
  version_id: string | null
  /** Of who signs; null where nobody does, or no longer. */
  name: string | null
  affiliation: string | null
  doi: string | null
  published_at: Timestamp
}

/** The copy of a file that authors are given with a report. */
interface ReleasedFileRow {
  decision_id: string
  report_id: string
  file_id: string
}

/** A copy without names of a file that an editor sends with the letter of a decision. */
export interface LetterFileRow {
  file_id: string
  article_id: string
  /** Null until it is sent, and again once the decision is undone. */
  decision_id: string | null
  attached_by: string
  /** Why its editor has to look at the copy before it is sent. */
  look: string | null
  looked_at: Timestamp | null
  /** A hash of the people who were looked for in it. */
  searched_for: string
  created_at: Timestamp
}

/** A row of `review_files` as it is read. */
export type ReviewFileRow = Selectable<ReviewFileTable>

interface ReviewFileTable {
  id: string
  assignment_id: string
  /** Null until the report is sent. */
  report_id: string | null
  file_id: string
  /** The copy without names; null if there is none yet, or none could be made. */
  cleaned_file_id: string | null
  /** Why authors do not get it, or not before an editor has looked at the copy: for the editor. */
  held_back: string | null
  created_at: Timestamp
  /** The copy that an editor has looked at, and released for the authors. */
  looked_at_file_id: string | null
  looked_by: string | null
  looked_at: Timestamp | null
  /** The editor who has provided it in the place of another. */
  provided_by: string | null
  /** When an editor has replaced it. */
  replaced_at: Timestamp | null
  /** By which rules the copy was made. */
  rules: number | null
}
