/** The style sheets of readers, in the order in which they apply. */
type Precedence = 'site' | 'reading'

/**
 * A style sheet of the parts that need it: React puts it into the head, in the order of precedence, and shows nothing
 * before it has been loaded. Tests without a build have no address for it.
 */
export function Stylesheet({ href, precedence }: { href: string; precedence: Precedence }) {
  return href && <link rel="stylesheet" href={href} precedence={precedence} />
}
