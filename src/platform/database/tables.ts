import type { Generated, GeneratedAlways } from 'kysely'
import type { ArticleStatus } from '../../contract/rules/articles/article-policy.ts'
import type { Standing } from '../../contract/rules/articles/notices.ts'
import type { ContributorRole, PublicRole } from '../../contract/rules/people/people.ts'
import type { EmailKind } from '../../contract/rules/site/email-kinds.ts'
import type { Role } from '../../contract/rules/accounts/access.ts'
import type { AnnouncementTables } from './announcement-tables.ts'
import type { BoardTables } from './board-tables.ts'
import type { BulkTables } from './bulk-tables.ts'
import type { VolumeTables } from './volume-tables.ts'
import type { BackupTables, HarvestTables, DepositTables, UsageTables } from './extension-tables.ts'
import type { SeveralServersTables, JobTables, OperatingTables } from './operating-tables.ts'
import type { DutyTables } from './duty-tables.ts'
import type { FactorTables } from './factor-tables.ts'
import type { FeeTables } from './fee-tables.ts'
import type { FigureTables, ReferenceTables, TextTables } from './text-tables.ts'
import type { ReviewTables } from './review-tables.ts'
import type { ReviewerTables } from './reviewer-tables.ts'
import type { SearchTables, TermTables } from './search-tables.ts'
import type { JournalTables } from './journal-tables.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { FollowingTables } from './following-tables.ts'
import type { RequestTables } from './request-tables.ts'
import type { VersionTables } from './version-tables.ts'
import type { DeclarationTables } from './declaration-tables.ts'
import type { SubmissionDraftTables } from './submission-draft-tables.ts'
import type { StatementColumns } from './statement-columns.ts'

/**
 * The tables as Kysely sees them. Columns mean the same on SQLite and PostgreSQL: text ids, ISO 8601
 * timestamps in UTC that double as flags (null: it has not happened), integers.
 */
type Timestamp = string

export interface Tables
  extends
    AnnouncementTables,
    BackupTables,
    BoardTables,
    BulkTables,
    VolumeTables,
    SeveralServersTables,
    DeclarationTables,
    DepositTables,
    DutyTables,
    FactorTables,
    FeeTables,
    HarvestTables,
    FigureTables,
    FollowingTables,
    JobTables,
    JournalTables,
    NoticeTables,
    RequestTables,
    OperatingTables,
    ReferenceTables,
    ReviewTables,
    ReviewerTables,
    SearchTables,
    SubmissionDraftTables,
    TextTables,
    TermTables,
    UsageTables,
    VersionTables {
  /** `is_sample`: 1 for an invented author of samples, whom nobody can sign in as. */
  users: UserRow & { is_sample: Generated<number> }
  sessions: SessionRow
  spent_tokens: {
    token_hash: string
    session_id: string
    spent_at: Timestamp
    /** The hash of its successor; null where that was not written down, and was spent itself. */
    replaced_by: string | null
  }
  articles: Omit<ArticleRow, 'version' | 'public_version' | 'type' | 'standing' | 'names_locked'> & {
    version: Generated<number>
    public_version: Generated<number>
    type: Generated<string>
    standing: Generated<Standing>
    names_locked: Generated<number>
  }
  /** The view that defines 'public': published, approved and not archived. */
  public_articles: ArticleRow & {
    /** The first page as a number, computed by the database; articles without pages come last. */
    page_order: number
  }
  article_heads: {
    /** Higher numbers were added later. */
    no: GeneratedAlways<number>
    article_id: string
    status: ArticleStatus
    category_id: string
    volume_id: string | null
    created_at: Timestamp
    /** Sort keys, compared by their bytes. */
    title_order: string
    author_order: string
    /** The analysed words of title and names, separated by spaces. */
    words: string
    /** The version of the analyser that has made the last three; 0: none yet. */
    analyser: number
  }
  /** Kept by the database, as the columns of heads are that follow from articles. */
  category_counts: { category_id: string; status: ArticleStatus; articles: number }
  volume_counts: { volume_id: string; status: ArticleStatus; articles: number }
  contributors: ContributorRow
  contributor_affiliations: AffiliationRow
  /** Its authors. */
  article_contributors: PersonLinkRow & { role: PublicRole }
  /** Whom its submitter or editors have named as reviewers. */
  article_suggested_reviewers: PersonLinkRow
  /** Both, with the role that the API tells: a view. */
  article_people: PersonLinkRow & { role: ContributorRole }
  files: FileRow
  article_files: {
    article_id: string
    file_id: string
    kind: ArticleFileKind
    position: number
    /** The version of the manuscript that it belongs to; null without a case. */
    version_id: string | null
  }
  image_variants: ImageVariantRow
  upload_reservations: {
    id: string
    owner_id: string
    bytes: number
    created_at: Timestamp
    expires_at: Timestamp
  }
  deleted_articles: { id: string; deleted_at: Timestamp; deleted_by: string | null; content: string }
  deleted_article_files: { article_id: string; file_id: string }
  article_corrections: {
    id: string
    article_id: string
    /** The version that the correction has made. */
    version: number
    at: Timestamp
    corrected_by: string | null
    reason: string
    /** The complete former values of the corrected fields, as JSON with API names. */
    replaced: string
    /** The version of the manuscript with which its author has sent it. */
    version_id: Generated<string | null>
  }
  replaced_files: { file_id: string; article_id: string; replaced_at: Timestamp }
  article_tombstones: TombstoneRow
  orcid_connections: {
    state_hash: string
    /** Null for an author who has come by link. */
    user_id: string | null
    /** Of that author, with the address of the link. */
    article_id: string | null
    email: string | null
    browser_hash: string
    expires_at: Timestamp
    used_at: Timestamp | null
    orcid: string | null
  }
  editorial_members: {
    id: string
    members: string
    members_cleaner: number
    updated_at: Timestamp
    version: Generated<number>
    /** 1 while it is made from people. */
    from_people: Generated<number>
  }
  editorial_members_versions: {
    id: string
    members: string
    members_cleaner: number
    updated_at: Timestamp
    version: number
    replaced_at: Timestamp
    replaced_by: string | null
  }
  outbox: OutboxRow
  account_links: {
    token_hash: string
    user_id: string
    purpose: 'password-reset' | 'email-confirmation'
    email: string
    created_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
  }
  /** Holds a row only within a transaction that erases (`erasing.ts`). */
  erasing: { id: string; at: Timestamp }
  /** Retracted elsewhere, by a list that an administrator has loaded. */
  retracted_dois: { doi: string; nature: 'retraction' | 'concern'; retracted_on: string | null; loaded_at: Timestamp }
  /** By ROR's list, which an administrator has loaded. */
  funders: { ror: string; name: string; country: string | null; loaded_at: Timestamp }
  funder_words: { word: string; ror: string }
  site_version: { id: number; version: number }
  audit_entries: {
    /** A growing sequence number: the order of the log. */
    seq: GeneratedAlways<number>
    id: string
    at: Timestamp
    actor_id: string | null
    action: string
    subject: string
    before: string | null
    after: string | null
  }
}

export interface UserRow {
  id: string
  full_name: string
  email: string
  username: string
  password_hash: string
  role: Role
  bio: string | null
  location: string | null
  phone_number: string | null
  orcid: string | null
  /** When the iD was authenticated with ORCID; null: typed in. */
  orcid_proven_at: Timestamp | null
  created_at: Timestamp
  last_login_at: Timestamp | null
  /** When a link sent to the current address was opened. */
  email_confirmed_at: Timestamp | null
  /** In lower case; replaces `email` once confirmed. */
  pending_email: string | null
  /** When the account was deleted: the row then holds nothing about a person. */
  deleted_at: Timestamp | null
}

export interface OutboxRow {
  id: string
  kind: EmailKind
  recipient: string
  /** The user that the email is about, if any. */
  user_id: string | null
  /** What it is about, by id only: the data of a review's emails name no reviewer. */
  article_id: string | null
  assignment_id: string | null
  decision_id: string | null
  /** The template's data, as JSON; never a secret. */
  data: string
  created_at: Timestamp
  attempts: number
  next_try_at: Timestamp
  /** When it comes among those that are due; null before it is due. */
  turn: number | null
  /** Set while a process is sending it. */
  claimed_until: Timestamp | null
  sent_at: Timestamp | null
  last_error: string | null
  /** When the mail server first refused the recipient's address for good. */
  refused_at: Timestamp | null
  /** When it was put off because its address had got enough within the hour. */
  delayed_at: Timestamp | null
}

export interface SessionRow {
  id: string
  user_id: string
  /** SHA-256 of the current refresh token; earlier ones are in `spent_tokens`. */
  refresh_hash: string
  /** In words; null if not known. */
  device: string | null
  created_at: Timestamp
  last_used_at: Timestamp
  expires_at: Timestamp
  revoked_at: Timestamp | null
}

export interface ArticleRow extends StatementColumns {
  id: string
  slug: string
  /** A word of JATS for `article-type`: notices have others than 'research-article'. */
  type: string
  /** What published notices have made of it (`standingOf`). */
  standing: Standing
  /** Text with `<i>`, `<sub>`, `<sup>` only; everything else in it is escaped. */
  title: string
  keywords: string
  excerpt: string
  abstract: string
  /** The sanitiser version of the abstract. */
  abstract_cleaner: number
  category_id: string
  volume_id: string | null
  /** As printed, without the word: '3', '7-8', 'Suppl 1'. */
  issue: string | null
  page_num: string | null
  elocation_id: string | null
  image_file_id: string | null
  /** Alternative text of the featured image. */
  image_alt: string | null
  pdf_file_id: string | null
  /** 1 once it has published new names: its PDF is never replaced. */
  names_locked: number
  /** The statements that were asked for when it was submitted, with commas; null: not submitted here, or not known. */
  asked_statements: string | null
  /** Null for imported articles. */
  submitter_id: string | null
  comments: string | null
  doi: string | null
  received_on: string | null
  revised_on: string | null
  accepted_on: string | null
  /** What is printed about its peer review, as JSON; null if it was published without a case. */
  peer_review: string | null
  licence_url: string | null
  copyright: string | null
  source_journal: string | null
  source_publisher: string | null
  origin: 'submitted' | 'imported' | 'sample'
  created_at: Timestamp
  updated_at: Timestamp
  published_at: Timestamp | null
  approved_at: Timestamp | null
  archived_at: Timestamp | null
  /** When peer review ended without publication: declined, or withdrawn. */
  closed_at: Timestamp | null
  /** Incremented by every change of content, files and people included. */
  version: number
  /** The number of what readers see now; 0 before publication. Edits that they do not see raise `version` alone. */
  public_version: number
  /** When the published content was last corrected; null if never. */
  corrected_at: Timestamp | null
}

/** The tombstone of an article that was public and has been deleted. */
export interface TombstoneRow {
  id: string
  slug: string
  title: string
  /** Author names in order, as JSON. */
  authors: string
  doi: string | null
  origin: ArticleRow['origin']
  published_at: Timestamp
  deleted_at: Timestamp
  reason: string | null
}

export interface PersonLinkRow {
  article_id: string
  contributor_id: string
  position: number
  created_at: Timestamp
  /** Who gave this person this role; null for an import, or if not known. */
  named_by: string | null
}

export interface ContributorRow {
  id: string
  /** As printed: the family name may come first. */
  full_name: string
  /** Null for a group; a single name is a family name. */
  family_name: string | null
  given_names: string | null
  /** 1: a group of people, 0: a person. */
  is_group: number
  email: string
  orcid: string | null
  orcid_authenticated_at: Timestamp | null
  profile_url: string | null
  /** What this person has said of their own interests: null is no answer, '' none. */
  competing_interests: string | null
  created_at: Timestamp
}

export interface AffiliationRow {
  contributor_id: string
  position: number
  /** The whole printed line, if its parts are not known. */
  institution: string
  department: string | null
  city: string | null
  country: string | null
  /** As ROR writes it: 'https://ror.org/03yrm5c26'. */
  ror: string | null
  /** As printed. */
  line: string
}

export type ArticleFileKind = 'manuscript' | 'source'

export interface FileRow {
  id: string
  /** The file name on the uploader's device; displayed, never used as a path. */
  name: string
  media_type: string
  bytes: number
  sha256: string
  owner_id: string | null
  created_at: Timestamp
  /** Findings in a PDF, words of `FILE_FINDINGS` separated by commas; null: not checked. */
  findings: string | null
  /** Of an article's image in pixels, upright; null until its smaller copies have been made. */
  width: number | null
  height: number | null
}

/** A smaller copy of an image; the id is that of its bytes in the store. */
export interface ImageVariantRow {
  id: string
  file_id: string
  width: number
  media_type: string
  bytes: number
  sha256: string
}
