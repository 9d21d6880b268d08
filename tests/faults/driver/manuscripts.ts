import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { journal } from '../../../journal.config.ts'
import { paths } from '../../../src/contract/rules/site/paths.ts'
import { aPdf } from '../../support/multipart.ts'
import { aPicture } from '../../support/png.ts'
import type { SmtpServer } from '../../support/smtp-server.ts'
import type { Load } from './load.ts'
import { Person, Reviewer, type Answered } from './person.ts'
import { ADMIN } from './server.ts'
import type { Witness } from './witness.ts'

const PASSWORD = 'Sunflower-42-authors'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What the acts of authors, editors and reviewers need. */
export interface Desk {
  load: Load
  witness: Witness
  /** Where the invitations arrive. */
  mail: SmtpServer
  editor: Person
  random: () => number
  categoryId: string
}

export interface Submitted {
  story: string
  id: string
  author: Person
}

/** Anything but what was expected: a fault of the product, or of this test. */
class Unexpected extends Error {
  constructor(what: string, { status, body }: Answered<unknown>) {
    super(`${what}: ${status} ${JSON.stringify(body)}`)
  }
}

function expectStatus<T>(what: string, answer: Answered<T>, ...statuses: number[]): T {
  if (!statuses.includes(answer.status)) throw new Unexpected(what, answer)
  return answer.body
}

export const anEditor = (load: Load): Person => new Person(load, ADMIN.email, ADMIN.password)

/** Signs up. If an earlier attempt has come through unanswered, the account is there and opens. */
export async function signUp(desk: Desk, story: string): Promise<Person> {
  const { load, witness } = desk
  const account = { username: `author_${story}`, email: `author-${story}@faults.test`, fullName: `Author ${story}` }
  const author = new Person(load, account.email, PASSWORD)
  const answer = await load.ask('POST', '/auth/register', () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, password: PASSWORD, phoneNumber: '+92 300 1234567', location: 'Multan' }),
  }))
  if (answer.status === 409) await author.signIn()
  else author.useToken(expectStatus('a sign-up', answer as Answered<{ accessToken: string }>, 201).accessToken)
  witness.write({ what: 'account', ...account })
  await confirmAddress(desk, author)
  return author
}

/** By the link of the email, once it has arrived: only then do the lists of authors count that they send. */
async function confirmAddress({ mail }: Desk, author: Person): Promise<void> {
  for (;;) {
    const received = mail.received.find(
      ({ to, text }) => to.includes(author.email) && text.includes(paths.confirmEmail),
    )
    const token = received && /https?:\/\/\S+#([\w-]+)/.exec(received.text)?.[1]
    // Refused if an earlier attempt has come through unanswered.
    if (token) {
      expectStatus('a confirmation', await author.send('POST', '/auth/confirm-email', { token }), 200, 400, 409)
      return
    }
    // Ends with the run.
    await author.get('/users/me')
    await pause(100)
  }
}

/** Uploads a file; its address and id. */
export async function upload({ witness }: Desk, person: Person, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const { url } = expectStatus('an upload', await person.upload(name, bytes), 201)
  const id = url.split('/')[2]!
  witness.write({ what: 'file', id, name, sha256: sha256(bytes), bytes: bytes.length })
  return { url, id }
}

/** Uploads a manuscript, now and then with a picture, and submits it. */
export async function submit(desk: Desk, author: Person, story: string): Promise<Submitted> {
  const { random, witness, categoryId } = desk
  const text = Buffer.from(`Manuscript ${story}. ${'The roots of wheat grow deeper in dry soil. '.repeat(20 + 2000 * random())}`) // prettier-ignore
  const manuscript = await upload(desk, author, `manuscript-${story}.txt`, text)
  const picture = random() < 0.3 ? await upload(desk, author, `picture-${story}.png`, Buffer.from(aPicture(900, 600))) : null // prettier-ignore
  const title = `Root growth in dry soil, trial ${story}`
  const abstract = `<p>We measured the roots of wheat in trial ${story}.</p>`
  // The author alone: others would have to confirm the list before reviewers are invited.
  const contributors = [
    {
      ...{ fullName: `Ayesha Malik ${story}`, email: author.email, role: 'Corresponding Author' },
      affiliation: 'Department of Botany, University of Multan',
    },
  ]
  const { id } = expectStatus(
    'a submission',
    await author.send<{ id: string }>('POST', '/posts', {
      ...{ title, categoryId, abstract, contributors, files: [manuscript.url] },
      ...{ excerpt: 'Roots of wheat grow deeper in dry soil.', keywords: 'roots, drought' },
      ...(picture ? { imageUrl: picture.url, imageAlt: 'A field' } : {}),
    }),
    200,
    201,
  )
  witness.write({ what: 'article', id, title, abstract, files: [manuscript.id], people: contributors.length })
  return { story, id, author }
}

/** The editor publishes it with a PDF. Asked again after an unanswered attempt, the journal says that it is published. */
export async function approve(desk: Desk, { id, story }: Submitted): Promise<void> {
  const pdf = await upload(desk, desk.editor, `final-${story}.pdf`, Buffer.from(aPdf(`Final ${story}`)))
  const answer = await desk.editor.send<object>('PUT', `/posts/${id}/approve`, { pdfUrl: pdf.url })
  expectStatus('an approval', answer, 200, 409)
  if (answer.status === 409) {
    const { published } = expectStatus('an article', await desk.editor.get<{ published: boolean }>(`/posts/details/${id}`), 200) // prettier-ignore
    if (!published) throw new Unexpected('an approval', answer)
  }
  desk.witness.write({ what: 'approval', id, title: `Root growth in dry soil, trial ${story}`, pdf: pdf.id })
}

export interface Invited extends Submitted {
  email: string
}

export async function invite({ editor, witness }: Desk, submitted: Submitted): Promise<Invited> {
  const { id, story } = submitted
  const email = `reviewer-${story}@moss.test`
  const person = { fullName: `Linnea Moss ${story}`, email, affiliation: 'Kew Gardens', orcid: null }
  const form = { invite: [{ person, despite: true }], standby: [], replyDays: 7, reportDays: 14, message: null }
  expectStatus('an invitation', await editor.send('POST', `/cases/${id}/invitations`, form), 200, 201)
  witness.write({ what: 'invitation', article: id, email })
  return { ...submitted, email }
}

/** The reviewer, if the invitation has arrived. */
export function reviewerOf({ mail, load }: Desk, { email }: Invited): Reviewer | null {
  const received = mail.received.find(({ to }) => to.includes(email))
  const secret = received && /https?:\/\/\S+#([\w-]+)/.exec(received.text)?.[1]
  return secret ? new Reviewer(load, secret) : null
}

/** Agrees, writes in two steps, attaches a file now and then, and sends the report. */
export async function review(desk: Desk, { id: article, email, story }: Invited, reviewer: Reviewer): Promise<void> {
  const { witness, random } = desk
  type Opened = { state: string; consent: { proposed: string } | null }
  const opened = expectStatus('opening a review', await reviewer.send<Opened>('open', {}), 200)
  if (opened.state === 'invited') {
    const dueOn = opened.consent!.proposed
    const agreed = await reviewer.send<{ state: string }>('agree', { conflict: { answer: 'none' }, dueOn })
    if (agreed.status !== 200) {
      // An earlier attempt has come through unanswered.
      const again = expectStatus('opening a review', await reviewer.send<Opened>('open', {}), 200)
      if (again.state !== 'agreed') throw new Unexpected('agreeing', agreed)
    }
  }
  witness.write({ what: 'agreement', article, email })

  const answers = Object.fromEntries(journal.review.questions.map((question) => [question.id, 'yes']))
  const rest = { answers, toEditor: `For the editor, ${story}.`, recommendation: 'minor', noAi: true, workedWith: '' }
  const text = (step: number) => `The question is well put, ${story}. ${'Step by step. '.repeat(step * 20)}`
  let revision = 0
  for (const step of [1, 2]) {
    const content = { ...rest, toAuthors: text(step) }
    const saved = expectStatus('a draft', await reviewer.send<{ revision: number }>('draft/save', { content, revision }), 200) // prettier-ignore
    revision = saved.revision
    witness.write({ what: 'draft', article, email, revision, text: content.toAuthors })
  }
  if (random() < 0.4) {
    const notes = Buffer.from(`Notes of Linnea Moss ${story}\n`.repeat(200))
    const attached = await reviewer.upload<{ id: string }>(`notes-${story}.txt`, notes)
    // 409: an earlier attempt has come through unanswered, and one file is all that is taken.
    expectStatus('a file of a report', attached, 201, 409, 400)
    if (attached.status === 201)
      witness.write({ what: 'report file', id: attached.body.id, article, email, sha256: sha256(notes) })
  }
  expectStatus('a report', await reviewer.send('report', { ...rest, toAuthors: text(2) }), 200)
  witness.write({ what: 'report', article, email, text: text(2) })
}

interface Prepared {
  choices: { kind: string; letter: string; revisionDueOn: string | null }[]
  reports: { id: string; toAuthors: string }[]
  last: { id: string; kind: string } | null
}

/** The editor decides. Asked again after an unanswered attempt, it is the same decision. */
export async function decide({ editor, witness }: Desk, { id: article, story }: Submitted): Promise<void> {
  const prepared = expectStatus('preparing a decision', await editor.get<Prepared>(`/cases/${article}/decisions/prepare`), 200) // prettier-ignore
  const choice = prepared.choices.find(({ kind }) => kind === 'minor') ?? prepared.choices[0]
  if (!choice) throw new Error(`There is nothing to decide on ${story}.`)
  // As an editor does: the journal refuses a letter that still has the place for a name.
  const letter = `${choice.letter.replaceAll('[Your name]', 'Fern Editor')}\n\nOur reference: ${story}`
  const decided = await editor.send<{ id: string }>('POST', `/cases/${article}/decisions`, {
    kind: choice.kind,
    letter,
    revisionDueOn: choice.revisionDueOn,
    exceptionReason: null,
    releases: prepared.reports.map(({ id, toAuthors }) => ({ reportId: id, text: toAuthors, files: [] })),
    seenReports: prepared.reports.map(({ id }) => id),
  })
  const { id } = expectStatus('a decision', decided, 200, 201)
  witness.write({ what: 'decision', id, article, kind: choice.kind, letter })
}
