import { RouterContextProvider, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiContext } from './client/api-context.ts'
import { apiOver } from './client/api-client.ts'
import { ApiError } from './client/api-error.ts'
import { inBrowser, nowShown, onServer } from './load.ts'
import { toast } from './ui/toast.ts'

const argsAt = (address: string, signal?: AbortSignal) => {
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    apiOver(async () => ({ status: 200, body: null })),
  )
  const request = new Request(`https://journal.example.org${address}`, signal ? { signal } : {})
  return { request, params: {}, context } as unknown as ClientLoaderFunctionArgs & LoaderFunctionArgs
}
const refused = new ApiError(503, 'Away')

describe('on the server', () => {
  test('a refusal is data with the status of the page', async () => {
    const answer = await onServer(() => Promise.reject(new ApiError(404, 'Post not found')))(argsAt('/blog/x'))
    expect(answer.init).toEqual({ status: 404 })
    expect(answer.data).toEqual({ failure: { statusCode: 404, message: 'Post not found', fromServer: true } })
  })

  test('any other error is not for the page to explain', async () => {
    await expect(onServer(() => Promise.reject(new TypeError('a bug')))(argsAt('/blog'))).rejects.toThrow('a bug')
  })
})

describe('in the browser', () => {
  const load = vi.fn<() => Promise<string>>()
  const toasts = () => vi.spyOn(toast, 'error').mockImplementation(() => {})
  afterEach(() => void nowShown('/elsewhere'))

  test('a failure without an answer is data, too', async () => {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const answer = await inBrowser(load)(argsAt('/blog'))
    expect(answer).toEqual({ failure: { statusCode: 0, message: 'Failed to fetch' } })
  })

  test('what is on the screen stays when loading it once more fails, and that is said', async () => {
    const said = toasts()
    const loader = inBrowser(load)
    load.mockResolvedValueOnce('shown')
    expect(await loader(argsAt('/list?page=2'))).toEqual({ data: 'shown' })
    nowShown('/list?page=2')
    load.mockRejectedValueOnce(refused)
    expect(await loader(argsAt('/list?page=2'))).toEqual({ data: 'shown' })
    expect(said).toHaveBeenCalledWith('Away', { id: 'reload' })
  })

  test('what was shown before someone went elsewhere is no answer when they come back', async () => {
    const loader = inBrowser(load)
    load.mockResolvedValueOnce('shown')
    await loader(argsAt('/list'))
    nowShown('/elsewhere')
    load.mockRejectedValue(refused)
    expect(await loader(argsAt('/list'))).toMatchObject({ failure: { message: 'Away' } })
    // Nor when the failed page is retried.
    nowShown('/list')
    expect(await loader(argsAt('/list'))).toMatchObject({ failure: { message: 'Away' } })
  })

  test('nothing is said of what nobody waits for any more', async () => {
    const said = toasts()
    const loader = inBrowser(load)
    load.mockResolvedValueOnce('shown')
    await loader(argsAt('/list'))
    nowShown('/list')
    load.mockRejectedValueOnce(refused)
    await loader(argsAt('/list', AbortSignal.abort()))
    expect(said).not.toHaveBeenCalled()
  })
})
