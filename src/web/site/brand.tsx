import { type Journal, journal } from '../../contract/journal.ts'
import { pictureAt } from '../../contract/rules/settings/picture-address.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { Link } from '../ui/link.tsx'

/** The journal's logo and name; the abbreviation on small screens. */
export function Brand() {
  return (
    <Link className="brand aligned-inline" to={paths.home}>
      <Logo look={journal().look} />
      <span className="full">{journal().name}</span>
      <abbr title={journal().name}>{journal().abbreviation}</abbr>
    </Link>
  )
}

/** The journal's logo; without one the drawn sprig. The name is beside it. */
export function Logo({ look: { logo }, src = logo }: { look: Journal['look']; src?: string }) {
  const picture = pictureAt(logo)
  if (!picture) return <Sprig />
  const { width, height, ground } = picture
  return <img className={ground ? `logo on-${ground}` : 'logo'} {...{ src, width, height }} alt="" />
}

/** The drawn sprig with which a journal begins. */
export function Sprig() {
  return (
    <svg
      viewBox="0 0 24 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 27V9" />
      <path d="M12 19C5 19 3 14.5 3 11c5 0 9 2.5 9 8z" fill="currentColor" fillOpacity=".18" />
      <path d="M12 15c0-5 3.5-7.5 9-7.5C21 11.5 18.5 15 12 15z" fill="currentColor" fillOpacity=".18" />
      <path d="M12 9c-2.500-2-2.500-5 0-8 2.500 3 2.500 6 0 8z" fill="currentColor" />
    </svg>
  )
}
