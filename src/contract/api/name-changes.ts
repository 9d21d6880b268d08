import { z } from 'zod'
import {
  NAME_CHANGE_STATES,
  NAMED_ARTICLES_MAX,
  PDF_FATES,
  REPLACED_WORDS_MAX,
} from '../rules/articles/name-changes.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, nameOfPerson, seenVersion } from './field-schemas.ts'
import { FAMILY_NAME_REQUIRED } from './contributors.ts'
import { RequestAnswer } from './requests.ts'
import { Email } from './users.ts'

const NO_SIGNS = 'A name has none of the signs < > & "'
const withoutSigns = (text: string): boolean => !/[<>&"]/.test(text)

/** A name in its parts, as it is printed from now on. */
export const NewName = z.strictObject({
  familyName: nameOfPerson(99, { required: FAMILY_NAME_REQUIRED }).refine(withoutSigns, NO_SIGNS),
  givenNames: line(99)
    .refine(withoutSigns, NO_SIGNS)
    .nullish()
    .transform((given) => given || null),
  fullName: line(200)
    .refine(withoutSigns, NO_SIGNS)
    .nullish()
    .transform((full) => full || null)
    .describe('As printed, where the family name comes first; otherwise it is made of the parts.'),
  email: Email()
    .nullish()
    .transform((email) => email ?? null)
    .describe('The address from now on; null: it stays.'),
})

const someWords = line(100, { required: 'Please fill in both' }).refine(withoutSigns, NO_SIGNS)
export const ReplacedWords = z.strictObject({ from: someWords, to: someWords })

const Seen = z.strictObject({ id: IdInPath, version: seenVersion().describe('The version that was on the screen.') })

/** What is proposed to the person: exactly this is carried out. */
export const NameProposal = z.strictObject({
  name: NewName,
  contributorIds: z
    .array(Id)
    .min(1, 'Please choose at least one article')
    .max(NAMED_ARTICLES_MAX, `At most ${NAMED_ARTICLES_MAX} articles at a time`)
    .describe('The person in the list of each article.'),
  words: z
    .array(ReplacedWords)
    .max(REPLACED_WORDS_MAX, `At most ${REPLACED_WORDS_MAX} forms`)
    .default([])
    .describe('Abbreviated forms, such as initials: names in full are found without them.'),
})

const NamedPdf = z.object({
  fileId: Id,
  articleId: Id,
  versions: z.array(z.int()).describe('The versions that have this file.'),
  fate: z.enum(PDF_FATES),
})

/** The change of a name as editors work on it. Who the person was is not kept once it is done. */
export const NameChange = z.object({
  requestId: Id,
  version: z.int().describe('That of the request.'),
  state: z.enum(NAME_CHANGE_STATES).nullable().describe('Null: nothing has been proposed yet.'),
  asksAt: z.string().nullable().describe('The address whose owner is asked; null: there is none.'),
  people: z.array(
    z.object({
      contributorId: Id,
      name: z.string(),
      article: z.object({ id: Id, title: z.string().describe('With inline markup, as in articles.') }),
      isSame: z.boolean().describe('The address or the ORCID iD is the same as that of the first one named.'),
    }),
  ),
  proposal: z
    .object({
      name: z.object({
        familyName: z.string(),
        givenNames: z.string().nullable(),
        fullName: z.string(),
        email: z.string().nullable(),
      }),
      contributorIds: z.array(Id),
      words: z.array(z.object({ from: z.string(), to: z.string() })),
    })
    .nullable(),
  pdfs: z.array(NamedPdf),
})
export type NameChange = z.infer<typeof NameChange>

/** Changes of the name of an author, everywhere at once and without a public trace. */
export const nameChanges = {
  read: endpoint('GET /requests/{id}/name', {
    access: 'administrators',
    summary: 'The change of a name: the person’s places in articles, and what is proposed',
    input: z.strictObject({
      id: IdInPath,
      contributorId: Id.optional().describe(
        'The person in the list of one article: others with the same address, iD or name are looked for.',
      ),
    }),
    output: NameChange,
  }),
  propose: endpoint('POST /requests/{id}/name', {
    access: 'administrators',
    text: 'long',
    hourly: 'publishing',
    summary:
      'Proposes the new name, and asks the person by link unless they have asked for it from their own confirmed address',
    input: NameProposal.extend(Seen.shape),
    output: NameChange,
  }),
  carryOut: endpoint('POST /requests/{id}/name/carry-out', {
    access: 'administrators',
    text: 'long',
    hourly: 'publishing',
    summary: 'Changes the name in every version, file and index at once, and answers the request',
    input: Seen.extend({
      answer: RequestAnswer.shape.answer,
      pdfs: z
        .array(
          z.strictObject({
            fileId: Id,
            url: z.string().max(1000).nullable().describe('The upload in its place; null: there is none.'),
          }),
        )
        .max(500)
        .default([])
        .describe('One entry for each PDF that was uploaded.'),
    }),
    output: NameChange,
  }),
}
