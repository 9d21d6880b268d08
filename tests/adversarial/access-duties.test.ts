import { beforeAll, describe, expect, test } from 'vitest'
import { ACCESS } from '../../src/contract/rules/accounts/access.ts'
import type { Duty } from '../../src/contract/rules/accounts/duties.ts'
import { addressOf, bodyOf, cases, endpoints } from './access-cases.ts'
import { aCategory, aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aDuty, aSectionEditorOf } from '../support/duty-builders.ts'
import { aCase } from '../support/review-builders.ts'

/**
 * Every call by people with each duty, on cases of their own category and of another. What is not opened to a duty is
 * answered as to any author, to the letter; what is, as to an administrator, for what is theirs.
 */
const WHO = ['section', 'production', 'fees', 'observer'] as const

/** What only administrators do in a case: its section editors are refused, and learn why. */
const BY_ADMINISTRATORS = [
  'cases.open',
  'cases.setEditor',
  'cases.inviteGuestEditor',
  'cases.removeGuestEditor',
  'cases.liftRecusal',
  'openReview.add',
  'publishedReviews.add',
]

/** What production does with an article once it is accepted for good, which those of these cases are not. */
const OF_ACCEPTED = [
  ...['/posts/{id}/pdf', '/posts/{id}/hold', '/posts/{id}/hold/publish'],
  ...['/posts/{id}/full-text', '/posts/{id}/full-text/preview'],
]

describe('people with duties', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    const someone = async (duty: Duty | null, categoryId?: string): Promise<SignedIn> => {
      const person = await aSignedIn(journal, duty === 'managing' ? { role: 'admin' } : {})
      if (duty === 'section') await aDuty(journal.database, person.user, duty, { categoryId: categoryId! })
      else if (duty !== null && duty !== 'managing') await aDuty(journal.database, person.user, duty)
      return person
    }

    /** The answer of a call to someone, without what differs from one moment to the next. */
    const told = (answer: { status: number; body?: Record<string, unknown> }) => ({
      status: answer.status,
      fields: Object.keys(answer.body ?? {}).toSorted(),
      message: answer.body?.message,
    })

    const isOpenTo = (access: keyof typeof ACCESS, duty: Duty): boolean => {
      const { duties = [] } = ACCESS[access] as { duties?: readonly Duty[] }
      return duties.includes(duty)
    }

    interface People {
      owner: SignedIn
      administrator: SignedIn
      callers: Map<Duty | null, SignedIn>
    }
    let people: People | undefined
    const newPeople = async (): Promise<People> => {
      // A section editor of a category of which nothing here is.
      const { id } = await aCategory(journal.database)
      const callers = new Map<Duty | null, SignedIn>()
      for (const duty of [null, ...WHO, 'managing'] as const) callers.set(duty, await someone(duty, id))
      const administrator = callers.get('managing')!
      return { owner: await aSignedIn(journal), administrator, callers }
    }

    test.each(cases)('$named', async ({ endpoint, method, send }) => {
      // What was only read, or refused, is there for the next caller too.
      let sent: Awaited<ReturnType<typeof send>> | undefined
      const answerTo = async (duty: Duty | null) => {
        if (!people) sent = undefined
        people ??= await newPeople()
        const { owner, administrator, callers } = people
        sent ??= await send({ journal, owner, administrator })
        const { path = {}, query = {}, body, headers = {} } = sent
        const as = callers.get(duty)!
        const answer = await journal.send(method, addressOf(endpoint, path, query), bodyOf(method, body), {
          as,
          headers,
        })
        if (method !== 'GET' && answer.status < 400) people = undefined
        return told(answer)
      }
      const author = await answerTo(null)
      for (const duty of WHO) {
        const answer = await answerTo(duty)
        // Before the decision fees officers alone.
        if (endpoint.path === '/fees/opening') expect(answer.status, duty).toBe(duty === 'fees' ? 404 : 403)
        // Of what is not accepted, nothing.
        else if (duty === 'production' && endpoint.access === 'production' && OF_ACCEPTED.includes(endpoint.path))
          expect(answer.status).toBe(404)
        // Not to its author alone.
        else if (isOpenTo(endpoint.access, duty) || (endpoint.path === '/fees/invoices/{id}/file' && duty === 'fees'))
          expect(answer.status, duty).toBe((await answerTo('managing')).status)
        else if (endpoint.path !== '/duties/own') expect(answer, duty).toEqual(author)
      }
    })

    const ofCases = endpoints.filter(([, { path }]) => path.startsWith('/cases/{id}'))

    test.each(ofCases)('a case: %s', async (call, endpoint) => {
      const body = cases.find(({ endpoint: one }) => one === endpoint)!
      const answerTo = async (duty: Duty | null, { own = false, recused = false } = {}) => {
        const submitter = await aSignedIn(journal)
        const administrator = await aSignedIn(journal, { role: 'admin' })
        const { path = {}, body: sent, headers = {} } = await body.send({ journal, owner: submitter, administrator })
        const { id } = await aCase(journal.database, { submitter: submitter.user })
        const caller = recused
          ? submitter
          : await someone(duty === 'section' && own ? null : duty, (await aCategory(journal.database)).id)
        if (own) await aSectionEditorOf(journal.database, caller.user, id)
        return told(
          await journal.send(endpoint.method, addressOf(endpoint, { ...path, id }), bodyOf(endpoint.method, sent), {
            as: caller,
            headers,
          }),
        )
      }
      const [author, administrator] = [await answerTo(null), await answerTo('managing')]
      const own = await answerTo('section', { own: true })
      if (BY_ADMINISTRATORS.includes(call)) expect(own.status).toBe(403)
      else expect(own).toEqual(administrator)
      expect(await answerTo('section')).toEqual(author)
      expect(await answerTo('observer')).toEqual(author)
      expect(await answerTo('fees')).toEqual(author)
      // It is not accepted.
      expect(await answerTo('production')).toEqual(author)
      // Its submitter gets what a submitter gets, whatever their duty.
      expect(await answerTo('section', { own: true, recused: true })).toEqual(author)
    })
  })
})
