import { expect, test } from 'vitest'
import type { Answer } from '../../contract/api/endpoint.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { apiOver } from './api-client.ts'
import { isApiError } from './api-error.ts'

const answering = (answer: Answer) => apiOver(async () => answer)
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('calls go by noun and verb', async () => {
  const calls: unknown[] = []
  const api = apiOver(async (...call) => {
    calls.push(call)
    return { status: 200, body: [] }
  })
  await api.articles.inVolume({ id: 'v1', page: 2 })
  expect(await api.volumes.withCounts()).toEqual([])
  expect(calls).toEqual([
    ['articles', 'inVolume', { id: 'v1', page: 2 }],
    ['volumes', 'withCounts', {}],
  ])
})

test('a refusal is an ApiError with its status, words, fields and what stays of an article', async () => {
  const removed = { title: 'Roots' }
  const body = { statusCode: 410, error: 'Gone', message: 'Removed', errors: { id: 'gone' }, removed }
  const error = await failureOf(answering({ status: 410, body }).articles.details({ id: 'x' }))
  expect(isApiError(error)).toBe(true)
  expect(error).toMatchObject({ statusCode: 410, message: 'Removed', errors: { id: 'gone' }, removed })
})

test.each([
  [{ error: 'Bad Gateway' }, 'Bad Gateway'],
  [{}, SOMETHING_WENT_WRONG],
  [undefined, SOMETHING_WENT_WRONG],
])('a failure with %j says %s', async (body, message) => {
  expect(await failureOf(answering({ status: 502, body }).categories.list())).toMatchObject({
    statusCode: 502,
    message,
  })
})

test('other errors are not mistaken for refusals', () => {
  expect(isApiError(new TypeError('Failed to fetch'))).toBe(false)
})
