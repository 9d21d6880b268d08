import { type Actor, isAdministrator, policy, type Rule } from '../../../contract/rules/accounts/access.ts'

/** The fields of a file that the rules use. */
export interface FileRecord {
  /** The uploader; null for imported files. */
  readonly ownerId: string | null
  /** The submitter of the article whose final PDF it is. */
  readonly pdfSubmitterId: string | null
  /** False for a manuscript in peer review from which the actor is recused. */
  readonly editorsMayRead: boolean
  /** True for what an editor has released to the author: the cleaned files of a reviewer and of a letter, a proof. */
  readonly isReleasedToActor: boolean
  /** True for a file of a case that the actor edits, or has in production, without being an administrator; for production covers too. */
  readonly isOfEditedCase: boolean
  /** True for the featured image of a public article, and for a photo of the editorial board. */
  readonly isPublicImage: boolean
}

export const isUploader = ({ userId }: Pick<Actor, 'userId'>, { ownerId }: Pick<FileRecord, 'ownerId'>): boolean =>
  userId === ownerId

/** An article's final PDF was uploaded by an administrator, but its submitter may read it too. */
const readPrivately: Rule<FileRecord> = (actor, file) => {
  const own = actor && (isUploader(actor, file) || file.pdfSubmitterId === actor.userId || file.isReleasedToActor)
  const edits = (isAdministrator(actor) && file.editorsMayRead) || file.isOfEditedCase
  return own || (actor && edits) ? null : { kind: 'not_found', message: 'File not found' }
}

export const filePolicy = policy({
  read: (actor, file) => (file.isPublicImage ? null : readPrivately(actor, file)),
  /** Creates a short-lived URL for it, which works for anyone who has it. */
  link: readPrivately,
} satisfies Record<string, Rule<FileRecord>>)

export type FileVerb = (typeof filePolicy.verbs)[number]

/** Findings are for editors only, so that attackers cannot use them for testing. */
export const canReadFindings = (actor: Actor): boolean => isAdministrator(actor)
