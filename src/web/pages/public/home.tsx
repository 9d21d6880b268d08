import { journal } from '../../../contract/journal.ts'
import { PAGE_SIZE } from '../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { speciesFor } from '../../../contract/rules/site/plants.ts'
import { Hero, SocietyStory } from '../../features/articles/home/hero.tsx'
import { ArticleCard } from '../../features/articles/listing/article-card.tsx'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { HomeNews } from '../../features/articles/news/home-news.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { Plant } from '../../ui/plant.tsx'
import type { Route } from './+types/home'

/** The first five categories; the link to all of them appears from five on. */
const CATEGORIES_SHOWN = 5

const load = async ({ api }: LoadArgs) => {
  const [latest, categories, news] = await Promise.all([
    api.articles.published({ limit: PAGE_SIZE.homeLatest, only: 'research' }),
    api.categories.list(),
    api.announcements.current(),
  ])
  return {
    articles: cardPage(latest).data,
    news,
    categories: categories.slice(0, CATEGORIES_SHOWN).map(({ id, name, count }) => ({ id, name, count })),
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The home page: the journal's scope, its newest articles and its categories. */
export default function Home({ loaderData: { data: content, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <Frame>
        <div className="wrap section">
          <Failure message="Failed to load content. Please try again later.">
            <TryAgain />
          </Failure>
        </div>
      </Frame>
    )
  }
  const { articles, categories, news } = content
  return (
    <Frame>
      <HomeNews items={news} />
      <section className="wrap section" aria-labelledby="latest">
        <div className="bar">
          <h2 id="latest">Latest Research &amp; Discoveries</h2>
          <p>
            <Link to={paths.follow}>Email Alerts</Link> <Link to={paths.articles}>View All Research</Link>
          </p>
        </div>
        {articles.length ? (
          <ul className="pairs" role="list">
            {articles.map((article, index) => (
              <li key={article.id}>
                <ArticleCard article={article} first={index === 0} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">
            No articles found. The first one will appear here once it is published.{' '}
            <Link to={paths.submit}>Submit Research</Link>
          </p>
        )}
      </section>
      {categories.length > 0 && (
        <section className="wrap section" aria-labelledby="categories">
          <div className="bar">
            <h2 id="categories">Research Categories</h2>
            {categories.length >= CATEGORIES_SHOWN && <Link to={paths.categories}>View All Categories</Link>}
          </div>
          <CategoryPlants categories={categories} />
        </section>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <PageHead description={journal().description} path={paths.home} />
      <Hero />
      {children}
      <SocietyStory />
    </>
  )
}

export interface CategoryTile {
  id: string
  name: string
  count: number
}

/** The categories of the home page, each with a plant of its own species on a common ground line. */
function CategoryPlants({ categories }: { categories: CategoryTile[] }) {
  return (
    <ul className="category-plants" role="list">
      {categories.map(({ id, name, count }) => (
        <li key={id}>
          <Link to={paths.category(id)}>
            <span className="bare">
              <Plant seed={id} species={speciesFor(name)} />
            </span>
            <b>{name}</b>{' '}
            <small className="small muted">
              {count === 0 ? 'Explore research' : counted(count, 'study', 'studies')}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
