import { redirect, type LoaderFunctionArgs } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'

/** The addresses that cases had in each area, which are in emails and bookmarks. */
const moved = ({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>): Response =>
  redirect(`${paths.case(params['*'] ?? '')}${new URL(request.url).search}`, 301)

export const loader = moved
export const clientLoader = moved
