import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './site-build.ts'

const SETTINGS = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'] as const
/** Chromium without its windows comes first: the same engine, for two thirds of the time. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
/** Debian's packages: an older system has only the second. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const DOWNLOAD_MS = 180_000
const INSTALL_MS = 600_000

/**
 * The Chromium for the browser tests: an installed one, otherwise one that can be downloaded. Throws a
 * one-sentence error.
 */
export async function findBrowser(): Promise<string> {
  const here = await installedBrowser()
  if (here) return here

  say('No Chromium is installed: downloading one for the browser tests.')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'ignore', timeout: DOWNLOAD_MS })
  const downloaded = await installedBrowser()
  if (downloaded) return downloaded

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('The download did not work: installing a package.')
    const aptGet = (...command: string[]) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      spawnSync('apt-get', command, { stdio: 'ignore', timeout: INSTALL_MS, env })
    }
    aptGet('update', '-qq')
    for (const name of PACKAGES) {
      aptGet('install', '-y', '-qq', '--no-install-recommends', name)
      const packaged = await installedBrowser()
      if (packaged) return packaged
    }
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed. Please install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome program.',
  )
}

/** An installed Chromium that starts: named by a setting, on the PATH, or Playwright's own. */
export async function installedBrowser(): Promise<string | null> {
  for (const name of SETTINGS) {
    const path = process.env[name]
    if (!path) continue
    if (!starts(path)) throw new Error(`The setting ${name} is "${path}": no browser starts from there.`)
    return path
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = [...HEADLESS, ...NAMES].flatMap((name) => folders.map((folder) => join(folder, name)))
  // Tried last, because it loads all of Playwright.
  return [...onPath, ...ELSEWHERE].find(starts) ?? (await playwrightsOwn())
}

async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return starts(path) ? path : null
}

/** Ubuntu's chromium-browser, say, may be a stub that only tells where to get it: so it is tried. */
const starts = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

const say = (line: string) => process.stdout.write(`${line}\n`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    say(await findBrowser())
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
