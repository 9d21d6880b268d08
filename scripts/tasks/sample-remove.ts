import { joinNames } from '../../src/contract/rules/people/author-names.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { openDatabase, openStore } from '../../src/app/open.ts'
import { removeSampleContent, type RemovedSamples } from '../../src/extensions/importing/remove-samples.ts'

/** `npm run sample:remove`: removes the sample content. Works while the server runs. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env)
  const database = await openDatabase(environment)
  try {
    process.stdout.write(`${summary(await removeSampleContent({ database, store: openStore(environment) }))}\n`)
  } finally {
    await database.close()
  }
}

function summary({ articles, manuscripts, reviewers, volumes, categories, board }: RemovedSamples): string {
  const counted = (count: number, one: string, more: string) => (count ? [`${count} ${count === 1 ? one : more}`] : [])
  const parts = [
    ...counted(articles, 'sample article with its files', 'sample articles with their files'),
    ...counted(manuscripts, 'sample manuscript with its review', 'sample manuscripts with their reviews'),
    ...counted(reviewers, 'invented reviewer', 'invented reviewers'),
    ...counted(volumes, 'volume', 'volumes'),
    ...counted(categories, 'category', 'categories'),
    ...(board ? ['the sample editorial board'] : []),
  ]
  if (!parts.length) return 'There is no sample content in this journal.'
  return `Removed: ${joinNames(parts)}. The samples will not come back at the next start.`
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
