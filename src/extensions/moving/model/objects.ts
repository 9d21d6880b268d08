import type { DecisionKind, FileStage, HashKind, OldRole, Recommendation } from './codes.ts'
import type { ManuscriptStage, ReviewState } from './manuscript-stage.ts'
import type { Reckoning } from './reckoning.ts'

/**
 * The neutral objects of a journal: every version of the old software makes the same, and the plan knows only these. The tables
 * that each is made of are named where it is made; ids are those of the old journal.
 */

/** A text in its languages (BCP 47). */
export type ByLanguage = Readonly<Record<string, string>>

/** Where bytes are to be found: the path within the folder of files or the public one; null if the row tells none. */
export interface SourceFile {
  id: string
  folder: 'files' | 'public'
  path: string | null
  /** As it was called when it was sent. */
  name: string
  type: string | null
}

export interface OldJournal extends Reckoning {
  id: string
  path: string
  name: ByLanguage
  mainLanguage: string
  languages: string[]
  issns: { online: string | null; print: string | null }
  publisher: string | null
  licenceUrl: string | null
  doiPrefix: string | null
  contact: { name: string | null; email: string | null }
  /** Cleaned HTML by the name of the setting: about, authorGuidelines, editorialTeam, … */
  texts: Readonly<Record<string, ByLanguage>>
}

export interface OldSection extends Reckoning {
  id: string
  title: ByLanguage
  abbreviation: ByLanguage
  position: number
  isActive: boolean
  hidesAuthors: boolean
}

export interface OldCategory extends Reckoning {
  id: string
  parentId: string | null
  path: string
  title: ByLanguage
}

export interface OldIssue extends Reckoning {
  id: string
  volume: string | null
  number: string | null
  year: number | null
  title: ByLanguage
  description: ByLanguage
  isPublished: boolean
  isCurrent: boolean
  publishedOn: string | null
  position: number
  doi: string | null
  otherIds: Readonly<Record<string, string>>
  urlPath: string | null
  cover: OldCover | null
  galleys: { id: string; label: string; language: string; urlPath: string | null; file: SourceFile }[]
}

export interface OldCover {
  file: SourceFile
  alternative: string
}

export interface OldContributor {
  id: string
  given: string
  family: string
  /** The name under which the person wishes to be shown. */
  preferred: string | null
  email: string | null
  /** Only one with a right check digit; never taken as confirmed. */
  orcid: string | null
  affiliations: { name: ByLanguage; ror: string | null }[]
  country: string | null
  isCorresponding: boolean
  /** 'author', 'translator', …: the name of the group in the old journal. */
  group: string
}

export interface OldGalley {
  id: string
  label: string
  language: string
  urlPath: string | null
  doi: string | null
  otherIds: Readonly<Record<string, string>>
  isSupplementary: boolean
  remoteUrl: string | null
  file: SourceFile | null
  /** Pictures and styles of an HTML galley. */
  dependents: SourceFile[]
  /** Revisions that the file has replaced. They may have been public once, and are kept from readers here. */
  olderFiles: SourceFile[]
}

/** A version of an article, or of a manuscript that has not appeared. */
export interface OldPublication {
  id: string
  number: number
  publishedOn: string | null
  language: string
  sectionId: string | null
  issueId: string | null
  /** Our marks for titles: `<i>`, `<sub>`, `<sup>`. */
  title: ByLanguage
  /** Cleaned HTML. */
  abstract: ByLanguage
  keywords: Readonly<Record<string, string[]>>
  pages: string | null
  doi: string | null
  otherIds: Readonly<Record<string, string>>
  urlPath: string | null
  licenceUrl: string | null
  copyrightHolder: ByLanguage
  copyrightYear: number | null
  contributors: OldContributor[]
  references: string[]
  categoryIds: string[]
  cover: OldCover | null
  galleys: OldGalley[]
}

/** An article that readers see, with every version that they ever saw. */
export interface OldArticle extends Reckoning {
  kind: 'article'
  id: string
  receivedOn: string | null
  acceptedOn: string | null
  /** The oldest first; the last is the one that readers see. */
  versions: OldPublication[]
  /** The other files of its manuscript, none of which readers ever saw. */
  privateFiles: PrivateFile[]
  history: OldHistory
}

/** What was never public, or is no longer. */
export interface OldManuscript extends Reckoning {
  kind: 'manuscript'
  id: string
  stage: ManuscriptStage
  receivedAt: string | null
  versions: OldPublication[]
  toEditors: string | null
  privateFiles: PrivateFile[]
  history: OldHistory
}

export interface PrivateFile {
  file: SourceFile
  stage: FileStage
  sentAt: string | null
  sentBy: string | null
  /** The review, note or other thing that it belongs to. */
  of: { kind: 'review' | 'note' | 'other'; id: string } | null
}

/** What was done with a manuscript: by the rules of peer review no author learns who. */
export interface OldHistory {
  people: { userId: string; role: OldRole; since: string | null; onlyRecommends: boolean }[]
  rounds: { id: string; number: number; reviews: OldReview[] }[]
  decisions: {
    id: string
    kind: DecisionKind
    editorId: string | null
    roundId: string | null
    decidedAt: string | null
  }[]
  discussions: OldDiscussion[]
}

export interface OldReview {
  id: string
  reviewerId: string
  state: ReviewState
  recommendation: Recommendation | null
  /** 1 both sides hidden in part, 2 double-blind, 3 open. */
  method: 'anonymous' | 'double anonymous' | 'open'
  interests: string | null
  invitedAt: string | null
  confirmedAt: string | null
  dueAt: string | null
  completedAt: string | null
  /** 1 to 5 as an editor rated it. */
  rating: number | null
  toAuthors: string[]
  toEditor: string[]
  /** Answers on a form of the old journal, under its questions. */
  answers: { question: string; answer: string; isForAuthors: boolean }[]
}

export interface OldDiscussion {
  id: string
  /** Whether an author took part, and nobody but authors and editors. */
  isWithAuthor: boolean
  participants: string[]
  isClosed: boolean
  notes: { id: string; userId: string | null; title: string; html: string; writtenAt: string | null }[]
}

export interface OldPerson extends Reckoning {
  id: string
  username: string
  email: string | null
  given: string
  family: string
  preferred: string | null
  affiliation: ByLanguage
  biography: ByLanguage
  orcid: string | null
  country: string | null
  url: string | null
  roles: OldRole[]
  /** The names of the groups, such as 'copyeditor'. */
  groups: string[]
  interests: string[]
  /** Took part in a manuscript of this journal, in whatever role. */
  hasActed: boolean
  isDisabled: boolean
  mustChangePassword: boolean
  hash: HashKind
  registeredAt: string | null
  confirmedAt: string | null
  lastSignInAt: string | null
}
