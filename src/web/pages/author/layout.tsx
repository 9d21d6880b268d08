import type { LinksFunction } from 'react-router'
import stylesheet from '../../styles/areas.css?url'
import { AuthorArea } from './area.tsx'

export { handle } from '../needs-scripts.ts'
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export default function AuthorLayout() {
  return <AuthorArea />
}
