import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type FeeSide, sidesOf } from '../../../contract/rules/fees/sides.ts'
import { journal } from '../../../contract/journal.ts'
import { type Db, engineOf } from '../../../platform/database/connect.ts'
import { spellings } from '../../../platform/database/search.ts'
import { BEFORE_ALL } from '../../settings/versions.ts'

/** The countries of the authors of an article, as far as they are known. */
export async function countriesOf(db: Db, articleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('article_contributors as link')
    .innerJoin('contributor_affiliations as place', 'place.contributor_id', 'link.contributor_id')
    .select('place.country')
    .distinct()
    .where('link.article_id', '=', articleId)
    .where('place.country', 'is not', null)
    .where('place.country', '<>', '')
    .orderBy('place.country')
    .execute()
  return rows.flatMap(({ country }) => country ?? [])
}

export const sidesAmong = (countries: readonly string[]): FeeSide[] => sidesOf(countries, journal().publisher.country)

/** The side of `articles.id`: as an editor has chosen, or as all of its authors are; '' if an editor has to choose. */
export const ownSide = (): RawBuilder<FeeSide | ''> => {
  const some = (isHome: RawBuilder<unknown>) => sql`exists (select 1 from article_contributors as link
    join contributor_affiliations as place on place.contributor_id = link.contributor_id
    where link.article_id = articles.id and place.country <> '' and ${isHome})`
  const home = sql`(${sql.join(spellings(journal().publisher.country.trim()))})`
  const atHome = some(sql`lower(trim(place.country)) in ${home}`)
  const abroad = some(sql`lower(trim(place.country)) not in ${home}`)
  return sql<FeeSide | ''>`coalesce((select side from fee_sides where fee_sides.article_id = articles.id),
    case when ${atHome} and not ${abroad} then 'local' when ${abroad} and not ${atHome} then 'international' else '' end)`
}

/** The fee that `articles.id` was promised on a side, in words: the same as `promisedFeesOf`, for a list. */
export function promisedWords(db: Db, side: FeeSide): RawBuilder<string> {
  const key = `fees.${side}.amount`
  const isSqlite = engineOf(db) === 'sqlite'
  const promised = isSqlite
    ? sql`json_extract(kept.promised, ${`$."${key}"`})`
    : sql`kept.promised::json ->> ${sql.lit(key)}`
  const value = isSqlite
    ? sql`json_extract(of_day.content, ${`$."${key}".value`})`
    : sql`of_day.content::json -> ${sql.lit(key)} ->> 'value'`
  return sql<string>`coalesce(
    (select ${promised} from manuscript_promises as kept where kept.article_id = articles.id),
    (select ${value} from journal_versions as of_day where of_day.at <= articles.created_at
      order by of_day.number desc limit 1),
    (select ${value} from journal_versions as of_day order by of_day.number limit 1),
    ${String(BEFORE_ALL.content[key]!.value)})`
}
