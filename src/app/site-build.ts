import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '../platform/http/mount-pages.ts'

const buildFolder = join(import.meta.dirname, '..', '..', 'build')

/** The entry module of a build, as `src/web/entry.server.tsx` exports it. */
export interface SiteBuild {
  entry: { module: { createRenderer(build: unknown, mode: string): RenderPage } }
}

export const rendererOf = (build: SiteBuild, mode: 'production' | 'development'): RenderPage =>
  build.entry.module.createRenderer(build, mode)

/** Loads the output of `npm run build`. */
export async function loadSiteBuild(): Promise<{ render: RenderPage; files: string }> {
  const server = join(buildFolder, 'server', 'index.js')
  if (!existsSync(server))
    throw new Error('The site has not been built yet. Run npm run build first, or simply npm start.')
  const build = (await import(pathToFileURL(server).href)) as SiteBuild
  return { render: rendererOf(build, 'production'), files: join(buildFolder, 'client') }
}
