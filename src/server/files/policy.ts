import { isAdministrator, policy, type Actor, type Rule } from '../../contract/domain/policy.ts'

/** What the rules read of a file. */
export interface FileRecord {
  /** Who uploaded it; null for imported files. */
  readonly ownerId: string | null
  /** Who submitted the article that has it as its final PDF. */
  readonly pdfSubmitterId: string | null
  /** It is the featured image of an article that everybody may see. */
  readonly isPublicImage: boolean
}

export const isUploader = ({ userId }: Pick<Actor, 'userId'>, { ownerId }: Pick<FileRecord, 'ownerId'>): boolean =>
  userId === ownerId

/** The final PDF of somebody's article is an administrator's upload, and theirs to read all the same. */
const readPrivately: Rule<FileRecord> = (actor, file) => {
  const own = actor && (isUploader(actor, file) || file.pdfSubmitterId === actor.userId)
  return own || isAdministrator(actor) ? null : { kind: 'not_found', message: 'File not found' }
}

export const filePolicy = policy({
  read: (actor, file) => (file.isPublicImage ? null : readPrivately(actor, file)),
  /** Makes a short-lived address for it, which whoever has it may open. */
  link: readPrivately,
} satisfies Record<string, Rule<FileRecord>>)

export type FileVerb = (typeof filePolicy.verbs)[number]

/** What was found in files is for those who judge them, not for those who try what is found. */
export const canReadFindings = (actor: Actor): boolean => isAdministrator(actor)
