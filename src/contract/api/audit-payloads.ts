import type { Action } from '../rules/accounts/actions.ts'
import type { Announcement } from './announcements.ts'
import type { Article } from './articles.ts'
import type { BulkArticles } from './bulk-articles.ts'
import type { CategoryForm, CategoryMerge } from './categories.ts'
import type { Contributor } from '../rules/people/people.ts'
import type { Material } from '../rules/articles/declared-material.ts'
import type { ArticleLink, Award } from '../rules/articles/declared-works.ts'
import type { Statements } from '../rules/articles/statements.ts'
import type { VolumeKind, VolumeRelease, VolumeState } from '../rules/articles/volume-pages.ts'
import type { Role } from '../rules/accounts/access.ts'
import type { Duty } from '../rules/accounts/duties.ts'
import type { User } from './users.ts'
import type { VolumeForm } from './volumes.ts'

/** A change: the same fields before and after. */
interface Change<Before, After = Before> {
  before: Before
  after: After
}
/** Something new, or details of an action that changed no field. */
interface Added<After> {
  before?: never
  after: After
}
interface Removed<Before> {
  before: Before
  after?: never
}
interface Nothing {
  before?: never
  after?: never
}

/** Enough of a long text to identify it. */
export interface TextDigest {
  characters: number
  sha256: string
}
interface DutyInLog {
  duty: Duty
  categoryId: string | null
  from: string | null
  until: string | null
}
/** Not the address: the invited person may never have an account here. */
interface InvitationInLog {
  duty: Duty
  categoryIds: string[]
}

/** The terms on the board that were changed, each in words with its days. */
export interface BoardTerms {
  terms: string[]
}
/** The page of a volume without its articles: some may be of cases of which not every editor may know. */
export interface VolumePageFacts {
  kind: VolumeKind
  release: VolumeRelease
  cover: boolean
  frontMatter: TextDigest
  guestEditors: string[]
  headings: string[]
}
/** A change of many articles. */
interface BulkFacts {
  change: BulkArticles
  articles: number
}
/** At most `MATCHES_MAX`. Shown to nobody: some may be of cases of which not every editor may know. */
interface BulkIds {
  articleIds: string[]
}
/** A file by attributes that remain valid after it is deleted. */
export interface FileFacts {
  name: string
  bytes: number
  sha256: string
}
/** People that a correction changed, and all names in order if the order changed. */
export interface PeopleChanged {
  changed?: Contributor[]
  names?: string[]
}

/**
 * What a correction records for each field: names of categories, volumes and files, and only the differing
 * passage of long texts.
 */
export interface CorrectedValues extends Statements, Material {
  title: string
  excerpt: string
  abstract: { passage: string } & TextDigest
  keywords: string
  awards: Award[]
  links: ArticleLink[]
  supplements: ({ title: string; licenceUrl: string | null; doi: string | null; url: string } & FileFacts)[]
  categoryId: string
  contributors: PeopleChanged
  volumeId: string | null
  issue: string | null
  pageNum: string | null
  imageUrl: FileFacts | null
  imageAlt: string | null
  pdfUrl: FileFacts | null
  fullTextUrl: FileFacts | null
}

interface ApprovalSnapshot extends Pick<
  Article,
  'publishedAt' | 'volumeId' | 'issue' | 'pageNum' | 'doi' | 'acceptedAt'
> {
  approvedAt: string | null
  pdfFileId: string | null
  /** The file that was given; absent without one. */
  fullText?: FileFacts
}

interface ProfileFields extends Pick<User, 'fullName' | 'email' | 'username' | 'phoneNumber' | 'location' | 'bio'> {
  pendingEmail?: string | null
}

interface EndedSessions {
  endedSessions: number
}
type MembersDigest = { begins: string } & TextDigest

/** Reviewers are named by their assignments only: the log cannot forget a name. */
interface AboutAssignment {
  assignmentId: string
}

/** An item of the news: the text as its digest. */
type AnnouncementFacts = Pick<Announcement, 'kind' | 'title' | 'slug' | 'from' | 'until' | 'deadline'> & {
  text: TextDigest
}

/** The texts of a notice are in its row. */
interface AboutNotice {
  noticeId: string
}

/** The words of a request, and who has sent it, are in its row. */
interface AboutRequest {
  requestId: string
}

/**
 * What the audit log stores with each action, by the field names of the API; nothing else is accepted.
 * Renaming a field here requires a migration that renames it in existing entries.
 */
export interface AuditPayloads {
  'journal.publish': Added<{ version: number; values: string[]; texts: string[] }>
  'journal.undo': Added<{ version: number; values: string[]; texts: string[] }>
  'redirect.save': Change<{ to: string }>
  'redirect.remove': Removed<{ to: string }>
  'journal.set-up': Change<{ state: string }>
  // The details themselves are in their row.
  'journal.propose-bank-details': Added<{ number: number }>
  'journal.confirm-bank-details': Added<{ number: number }>
  'journal.end-bank-details': Added<{ number: number }>
  'article.submit': Added<Pick<Article, 'title'> & { licence: string }>
  'article.import': Added<{ doi: string | null; slug: string; origin: string; file: string; authors: string }>
  'article.add-pdf': Added<{ pdfFileId: string; name: string }>
  'article.typeset': Added<{ pdfFileId: string }>
  'article.add-figures': Added<{ names: string[] }>
  'article.approve': Change<ApprovalSnapshot>
  'article.deposit': Added<{ doi: string | null }>
  'article.record-deposit': Added<{ doi: string | null }>
  'article.correct': Change<Partial<CorrectedValues>, Partial<CorrectedValues> & { reason: string }>
  'article.change-many': Added<BulkFacts & { to: string | null } & BulkIds>
  'article.undo-many': Change<Pick<BulkFacts, 'change'> & { to: string | null }, Pick<BulkFacts, 'articles'> & BulkIds>
  'article.open-case': Added<{ number: string }>
  'article.screen': Added<{ similarityPercent: number | null; aiPercent: number | null }>
  'article.change-editor': Added<{ editorId: string | null; isGuest?: boolean }>
  'article.recuse': Added<{ editorId: string }>
  'article.lift-recusal': Added<{ editorId: string }>
  'article.invite-reviewers': Added<{ invited: string[]; standby: string[] }>
  'article.cancel-review': Added<AboutAssignment>
  'article.change-review': Added<AboutAssignment & { dueOn?: string | null }>
  'article.move-revision-date': Change<{ dueOn: string | null }>
  'article.end-links': Added<AboutAssignment>
  'article.answer-co-review': Added<AboutAssignment & { allowed: boolean }>
  'article.forward-report': Added<{ reportId: string }>
  'article.release-file': Added<AboutAssignment>
  'article.replace-file': Added<AboutAssignment>
  'article.give-file': Added<AboutAssignment>
  'article.reviewer-agreed': Added<AboutAssignment>
  'article.conflict-declared': Added<AboutAssignment>
  /** `invited`: the assignment from the standby list that was invited at once. */
  'article.reviewer-declined': Added<AboutAssignment & { invited: string | null }>
  'article.reviewer-lapsed': Added<AboutAssignment & { invited: string | null }>
  'article.co-review': Added<AboutAssignment & { coReviewerId: string; state: string }>
  'article.report': Added<AboutAssignment & { late: boolean; version: number }>
  'article.write-to-reviewer': Added<AboutAssignment>
  'article.remind-reviewer': Added<AboutAssignment>
  'article.add-note': Nothing
  'article.delete-note': Nothing
  'article.clarify': Added<AboutAssignment>
  'article.answer-publication': Added<AboutAssignment>
  'article.allow-reviews': Added<{ answer: string }>
  /** What is in their DOIs: `r1`, `d1`, `a1`. */
  'article.publish-reviews': Added<{ published: string[] }>
  'article.waive-conflict': Added<{ reviewerId: string }>
  'article.decide': Added<{ decision: string; decisionId: string }>
  'article.undo-decision': Added<{ decision: string; decisionId: string }>
  'article.answer-authorship': Added<{ contributorId: string; answer: string }>
  'article.connect-orcid': Added<{ contributorId: string }>
  'article.state-roles': Added<{ contributorId: string }>
  'article.state-interests': Added<{ contributorId: string }>
  'article.remind-author': Added<{ contributorId: string }>
  'article.waive-authorship': Added<{ contributorId: string; reason: string }>
  'article.propose-authors': Added<{ names: string[] }>
  'article.settle-authors': Added<{ state: string; reason: string | null }>
  'article.revise': Added<{ version: number }>
  'article.withdraw': Added<{ reason: string | null }>
  'article.send-proof': Added<{ proofId: string }>
  'article.answer-proof': Added<{ proofId: string; answer: string }>
  'article.answer-query': Added<{ proofId: string; position: number }>
  'article.settle-query': Added<{ proofId: string; position: number }>
  'article.grievance': Added<{ grievanceId: string; kind: string }>
  'article.answer-grievance': Added<{ grievanceId: string; outcome: string }>
  'article.draft-notice': Added<AboutNotice & { kind: string }>
  'article.edit-notice': Added<AboutNotice & { fields: string[] }>
  'article.ask-about-notice': Added<AboutNotice & { authors: number }>
  'article.answer-notice': Added<AboutNotice & { contributorId: string; answer: string }>
  'article.hear-notice': Added<AboutNotice>
  'article.skip-asking': Added<AboutNotice & { reason: string }>
  'article.send-back-notice': Added<AboutNotice>
  'article.sign-notice': Added<AboutNotice & { kind: string }>
  'article.undo-notice': Added<AboutNotice>
  'article.give-back-notice': Added<AboutNotice & { reason: string }>
  'article.publish-notice': Added<AboutNotice & { kind: string; articleId: string; doi: string | null }>
  'article.drop-notice': Added<AboutNotice & { reason: string }>
  'article.report-problem': Added<AboutRequest & { kind: string }>
  'article.request': Added<AboutRequest & { kind: string }>
  'article.enter-request': Added<AboutRequest & { kind: string; from: string }>
  'article.take-request': Added<AboutRequest>
  'article.decide-request': Added<AboutRequest & { outcome: string }>
  'article.propose-name': Added<AboutRequest>
  'article.answer-name': Added<AboutRequest & { agrees: boolean }>
  'article.change-name': Added<AboutRequest>
  'article.decline-request': Added<AboutRequest & { reason: string }>
  'article.archive': Change<{ archivedAt: string | null }>
  'article.unarchive': Change<{ archivedAt: string | null }>
  'article.delete': Removed<Pick<Article, 'title'>> | Change<Pick<Article, 'title'>, { reason: string }>
  'article.add-contributor': Added<Contributor>
  'article.change-contributor': Change<Contributor>
  'article.remove-contributor': Removed<Contributor>
  'fee.answer-waiver': Added<{ outcome: string }>
  'fee.issue-invoice': Added<{ number: string; total: string; side: string }>
  'fee.credit-invoice': Added<{ number: string; credits: string }>
  'fee.choose-side': Added<{ side: string }>
  'fee.note-payment': Added<{ number: string; amount: string; receivedOn: string }>
  'fee.take-back-payment': Removed<{ number: string; amount: string; receivedOn: string }>
  'fee.open-waiver': Added<{ isAsked: boolean }>
  'category.create': Added<CategoryForm>
  'category.create-imported': Added<CategoryForm>
  'category.create-sample': Added<CategoryForm>
  'category.update': Change<CategoryForm>
  'category.delete': Removed<CategoryForm>
  'announcement.create': Added<AnnouncementFacts>
  'announcement.update': Change<AnnouncementFacts>
  'announcement.delete': Removed<AnnouncementFacts>
  'category.place': Change<{ place: number }>
  'category.merge': Change<Pick<CategoryForm, 'name'>, CategoryMerge>
  'category.undo-merge': Change<CategoryMerge, Pick<CategoryForm, 'name'> & { articles: number }>
  'funders.load': Added<{ listed: number }>
  'retracted-references.load': Added<{ listed: number }>
  'volume.create': Added<VolumeForm>
  'volume.create-imported': Added<VolumeForm>
  'volume.create-sample': Added<VolumeForm>
  'volume.update': Change<VolumeForm>
  'volume.delete': Removed<VolumeForm>
  'volume.publish-page': Change<VolumePageFacts>
  'volume.undo-page': Change<VolumePageFacts>
  'volume.publish-issue': Change<{ state: VolumeState }, { state: VolumeState; articles: number }>
  'article.hold': Change<{ volume: string | null }>
  'editorial-members.create': Added<MembersDigest>
  'editorial-members.update': Change<MembersDigest>
  'editorial-members.publish': Change<Partial<MembersDigest> & BoardTerms, MembersDigest & BoardTerms>
  'editorial-members.restore': Change<MembersDigest>
  // Of reviewers never a name or an address: the log cannot forget.
  'reviewer.create': Nothing
  'reviewer.import': Nothing
  'reviewer.update': Added<{ changedFields: string[] }>
  'reviewer.set-away': Change<{ awayUntil: string | null }>
  'reviewer.never-ask': Nothing
  'reviewer.ask-again': Nothing
  'reviewer.erase': Nothing
  /** `board`: SHA-256 of the editorial board's text; null when there already was one. */
  'sample-content.add': Added<{ articles: number; board: string | null }>
  'sample-content.add-manuscripts': Added<{ manuscripts: number }>
  'sample-content.remove': Added<{
    articles: number
    manuscripts: number
    reviewers: number
    volumes: number
    categories: number
    board: boolean
  }>
  'session.open': Nothing
  'session.close': Nothing
  'session.close-others': Added<EndedSessions>
  'session.end': Change<{ openSessions: number }> | Added<{ because: string }>
  'session.refuse': Added<{ email: string; failuresWithinAnHour: number }>
  'session.refuse-more': Added<{ refused: number }>
  'user.register': Added<Pick<User, 'fullName' | 'username' | 'email'>>
  'user.create-administrator': Added<{ email: string; role: 'admin' }>
  'user.update': Change<ProfileFields>
  'user.change-password': Added<EndedSessions>
  'user.ask-password-reset': Nothing
  'user.reset-password': Nothing
  'user.confirm-email': Added<{ email: string }> | Change<{ email: string }>
  'user.cancel-email-change': Change<Pick<User, 'pendingEmail'>>
  'user.connect-orcid': Change<Pick<User, 'orc_id' | 'orcidProven'>>
  'user.add-passkey': Added<{ name: string } & EndedSessions>
  'user.remove-passkey': Change<{ name: string }, EndedSessions>
  'user.set-up-codes': Added<EndedSessions>
  'user.remove-codes': Added<EndedSessions>
  'user.make-recovery-codes': Nothing
  'user.use-recovery-code': Added<{ left: number }>
  'user.remove-second-factors': Added<EndedSessions>
  'user.download-own-data': Nothing
  /** Nothing of the person: what stays of them is counted. */
  'user.delete': Added<{ publishedArticles: number }>
  'user.change-role': Change<{ role: Role }, { role: Role } & EndedSessions>
  'user.change-duties': Change<{ terms: DutyInLog[] }>
  'user.invite-to-duty': Added<InvitationInLog>
  'user.invite-to-duty-again': Nothing
  'user.withdraw-duty-invitation': Nothing
  'user.accept-duty': Added<InvitationInLog>
}

/** The names of all fields within a value, at any depth. */
type FieldsOf<T> = T extends readonly (infer Part)[]
  ? FieldsOf<Part>
  : T extends object
    ? { [Field in keyof T]-?: Field | FieldsOf<T[Field]> }[keyof T]
    : never

/** Every field that an audit log entry can name. */
export type AuditField = Exclude<FieldsOf<NonNullable<AuditPayloads[Action]['before' | 'after']>>, symbol | number>
