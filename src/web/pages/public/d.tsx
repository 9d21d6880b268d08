import { redirect } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'

/** An old path without content: redirects to the home page. */
export const loader = () => redirect(paths.home, 301)
export const clientLoader = () => redirect(paths.home)

export default function Nothing() {
  return null
}
