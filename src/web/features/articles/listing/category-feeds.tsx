import { journal } from '../../../../../journal.config.ts'
import { FEED_FORMATS, feedPath } from '../../../../contract/rules/site/paths.ts'

/** The feeds of a category, for programs that look for them in its page. React moves them into the head. */
export const CategoryFeeds = ({ id, name }: { id: string; name: string }) =>
  FEED_FORMATS.map(({ format, type }) => (
    <link key={format} rel="alternate" href={feedPath(format, id)} type={type} title={`${name} | ${journal.name}`} />
  ))
