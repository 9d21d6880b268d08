import type { Insertable } from 'kysely'
import { affiliationOf } from '../src/contract/rules/people/affiliations.ts'
import { fullNameOf } from '../src/contract/rules/people/people.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { firstFree, titleSlug } from '../src/journal/publication/articles/unique-slug.ts'
import { CLEANER } from '../src/platform/html/sanitise.ts'
import { fullTexts } from './full-texts.ts'
import { abstractOf, affiliationPartsOf, CATEGORIES, keywordsOf, nameOf, prose, Random, titleOf } from './texts.ts'

/** As many volumes whatever the archive's size: what grows is the archive, not the list of its volumes. */
const VOLUMES = 24
/** Of each 25 articles one is pending, one archived and one rejected; the others are public. */
const STATES = 25
const AUTHORS_AVERAGE = 10
const FIRST_DAY = Date.UTC(2001, 0, 1)
const LAST_DAY = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

export const AUTHOR_EMAIL = 'author@bench.test'
/** As many articles as this author has submitted, in a small archive and a large one. */
export const AUTHORS_ARTICLES = 30
/** A word of exactly this many titles, for a search that finds little. */
export const RARE_WORD = 'Welwitschia'
export const RARE_ARTICLES = 5

export interface Plan {
  articles: number
  /** The file that every article's PDF is a copy of. */
  pdf: { bytes: number; sha256: string }
  passwordHash: string
  seed?: number
}

/** Rows by table, in the order in which they can be inserted. */
export type Rows = { [T in keyof Tables]?: Insertable<Tables[T]>[] }

type State = 'pending' | 'archived' | 'rejected' | 'public'
const stateOf = (index: number): State => (['pending', 'archived', 'rejected'] as const)[index % STATES] ?? 'public'

export const publicArticles = (articles: number): number =>
  Array.from({ length: articles }, (_, index) => stateOf(index)).filter((state) => state === 'public').length

/** All rows of an archive, some thousand articles at a time. The same plan gives the same rows. */
export function* rowsOf({ articles, pdf, passwordHash, seed = 1 }: Plan, atOnce = 500): Generator<Rows> {
  const random = new Random(seed)
  const at = (index: number) => new Date(FIRST_DAY + ((LAST_DAY - FIRST_DAY) * index) / articles).toISOString()
  const later = (iso: string, days: number) => new Date(Date.parse(iso) + days * DAY).toISOString()
  const stamps = { created_at: at(0), updated_at: at(0) }

  const users = Array.from({ length: Math.max(5, Math.ceil(articles / 10)) }, (_, index) =>
    userRow(random, index, at(0), passwordHash),
  )
  const categories = CATEGORIES.map((name, index) => ({ id: random.id(), name, slug: `category-${index}`, ...stamps }))
  const volumes = Array.from({ length: VOLUMES }, (_, index) => ({
    id: random.id(),
    title: `Volume ${index + 1} (${2001 + index})`,
    ...stamps,
  }))
  yield { users, categories, volumes }

  const slugs = new Set<string>()
  // Numbers of its own, so that the other rows stay the same.
  const textOf = fullTexts(new Random(seed + 1), articles)
  const hersEvery = Math.max(1, Math.floor(articles / AUTHORS_ARTICLES))
  for (let start = 0; start < articles; start += atOnce) {
    const rows = {
      files: [] as Insertable<Tables['files']>[],
      articles: [] as Insertable<Tables['articles']>[],
      article_files: [] as Insertable<Tables['article_files']>[],
      contributors: [] as Insertable<Tables['contributors']>[],
      contributor_affiliations: [] as Insertable<Tables['contributor_affiliations']>[],
      article_contributors: [] as Insertable<Tables['article_contributors']>[],
      full_texts: [] as Insertable<Tables['full_texts']>[],
      full_text_parts: [] as Insertable<Tables['full_text_parts']>[],
      article_citations: [] as Insertable<Tables['article_citations']>[],
    }
    for (let index = start; index < Math.min(articles, start + atOnce); index++) {
      const isHers = index % hersEvery === 0 && index / hersEvery < AUTHORS_ARTICLES
      const submitter = isHers ? users[0]! : random.of(users.slice(1))
      const created = at(index)
      const file = (name: string, media_type: string) => {
        const row = { id: random.id(), name, media_type, ...pdf, owner_id: submitter.id, created_at: created }
        rows.files.push({ ...row, findings: null })
        return row.id
      }
      const state = stateOf(index)
      const published = state === 'pending' ? null : later(created, 90)
      const approved = state === 'rejected' ? null : published
      const volume = Math.floor((index * VOLUMES) / articles)
      const page = 1 + 12 * (index - Math.ceil((volume * articles) / VOLUMES))
      const isRare = index % Math.max(1, Math.floor(articles / RARE_ARTICLES)) === 3
      const title = titleOf(random) + (isRare ? ` and <i>${RARE_WORD} mirabilis</i>` : '')
      const slug = firstFree(titleSlug(title), slugs)
      slugs.add(slug)
      const article = {
        id: random.id(),
        slug,
        title,
        keywords: keywordsOf(random),
        excerpt: prose(random, random.between(120, 280)),
        abstract: abstractOf(random),
        abstract_cleaner: CLEANER,
        category_id: random.of(categories).id,
        volume_id: approved && volumes[volume]!.id,
        issue: approved && String(1 + (index % 4)),
        page_num: approved && `${page}-${page + 11}`,
        elocation_id: null,
        image_file_id: null,
        image_alt: null,
        pdf_file_id: approved && file(`${slug}.pdf`, 'application/pdf'),
        submitter_id: submitter.id,
        comments: prose(random, 80),
        doi: approved && `10.5555/bench.${index}`,
        received_on: created.slice(0, 10),
        accepted_on: approved && later(created, 80).slice(0, 10),
        licence_url: null,
        copyright: null,
        source_journal: null,
        source_publisher: null,
        funding_statement: random.next() < 0.25 ? prose(random, 150) : null,
        origin: 'submitted' as const,
        created_at: created,
        updated_at: published ?? created,
        published_at: published,
        approved_at: approved,
        archived_at: state === 'archived' ? later(created, 200) : null,
        corrected_at: null,
      }
      rows.articles.push(article)
      // As of an earlier version: the journal formats them for the first reader, and not while others are measured.
      rows.article_citations.push({ article_id: article.id, made_from: '', formatted: '{}' })
      const text = textOf(index, article.id)
      if (text) rows.full_texts.push(text.text)
      if (text) rows.full_text_parts.push(...text.parts)
      const manuscript = file(`manuscript-${index}.pdf`, 'application/pdf')
      rows.article_files.push({ article_id: article.id, file_id: manuscript, kind: 'manuscript', position: 0 })
      const authors = random.between(2, 2 * AUTHORS_AVERAGE - 2)
      for (let position = 0; position < authors; position++) {
        const person = contributorRow(random, created)
        rows.contributors.push(person)
        for (let place = 0; place < (random.next() < 0.15 ? 2 : 1); place++) {
          const affiliation = affiliationOf(affiliationPartsOf(random))
          rows.contributor_affiliations.push({ contributor_id: person.id, position: place, ...affiliation })
        }
        rows.article_contributors.push({
          article_id: article.id,
          contributor_id: person.id,
          role: position === 0 ? 'Corresponding Author' : 'Author',
          position,
          created_at: created,
          named_by: submitter.id,
        })
      }
    }
    yield rows
  }
}

function contributorRow(random: Random, created_at: string): Insertable<Tables['contributors']> & { id: string } {
  const name = nameOf(random)
  const orcid = random.next() < 0.2 ? orcidOf(random) : null
  const id = random.id()
  return {
    id,
    full_name: fullNameOf(name),
    family_name: name.familyName,
    given_names: name.givenNames,
    is_group: 0,
    email: `${id}@authors.test`,
    orcid,
    orcid_authenticated_at: null,
    profile_url: orcid && `https://orcid.org/${orcid}`,
    created_at,
  }
}

function userRow(random: Random, index: number, at: string, password_hash: string) {
  return {
    id: random.id(),
    full_name: fullNameOf(nameOf(random)),
    email: index === 0 ? AUTHOR_EMAIL : `author-${index}@bench.test`,
    username: `author_${index}`,
    password_hash,
    role: 'author' as const,
    bio: null,
    location: 'Multan, Pakistan',
    phone_number: '+92 300 1234567',
    orcid: null,
    orcid_proven_at: null,
    created_at: at,
    last_login_at: null,
    email_confirmed_at: at,
    pending_email: null,
  }
}

/** An iD with its check digit; the same person has several articles now and then. */
function orcidOf(random: Random): string {
  const digits = `00000002${String(random.between(0, 20_000)).padStart(7, '0')}`
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const check = (12 - (total % 11)) % 11
  return `${digits}${check === 10 ? 'X' : check}`.match(/.{4}/g)!.join('-')
}
