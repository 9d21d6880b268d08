import { data, redirect, type LoaderFunctionArgs, type ClientLoaderFunctionArgs } from 'react-router'
import type { Api } from '../contract/api/api.ts'
import { isApiError } from '../contract/domain/api-error.ts'
import { apiContext } from './client/api-context.ts'
import { settleSession } from './client/api.ts'
import { accessRedirect } from './site/access-redirect.ts'

/** What a page's load function gets, on the server and in the browser alike. */
export interface LoadArgs {
  api: Api
  params: Record<string, string | undefined>
  pathname: string
  search: URLSearchParams
}

const argsOf = ({ context, params, request }: LoaderFunctionArgs | ClientLoaderFunctionArgs): LoadArgs => {
  const { pathname, searchParams } = new URL(request.url)
  return { api: context.get(apiContext), params, pathname, search: searchParams }
}

/**
 * A server loader from a load function: it waits, and a refused or failed call becomes the page's
 * status, so that what cannot be shown is never answered with 200.
 */
export const onServer =
  <T>(load: (args: LoadArgs) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(argsOf(args))
    } catch (error) {
      if (isApiError(error))
        throw data({ message: error.message, removed: error.removed }, { status: error.statusCode })
      throw error
    }
  }

/** A browser loader from the same function: it answers at once with a promise, so that the page can show that it loads. */
export const inBrowser =
  <T>(load: (args: LoadArgs) => Promise<T>) =>
  (args: ClientLoaderFunctionArgs): { loading: Promise<T> } => {
    const loading = load(argsOf(args))
    // The page shows the failure; without this the browser would report it a second time.
    loading.catch(() => {})
    return { loading }
  }

/**
 * A browser loader for the signed-in areas: who may not see the page is sent on before anything is asked.
 * Where only a refresh can tell who it is, that comes first.
 */
export const inArea =
  <T>(load: (args: LoadArgs) => Promise<T>) =>
  async (args: ClientLoaderFunctionArgs): Promise<{ loading: Promise<T> }> => {
    // When the server cannot be asked, neither can the page: it says so in its own words.
    const session = await settleSession().catch(() => undefined)
    const destination = accessRedirect(new URL(args.request.url).pathname, session)
    if (destination !== null) throw redirect(destination)
    return inBrowser(load)(args)
  }
