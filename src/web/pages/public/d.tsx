import { redirect } from 'react-router'
import { paths } from '../../../contract/paths.ts'

/** An address the specification names without content: it leads home (decisions, 'Screens'). */
export const loader = () => redirect(paths.home, 301)
export const clientLoader = () => redirect(paths.home)

export default function Nothing() {
  return null
}
